import type { Position } from '../../canvas/document.ts';
import type { Box } from '../../canvas/geometry.ts';
import { t } from '../../locales/texts.ts';
import { fieldsOf, isFields, listOf, pick, type Fields } from '../../otm/fields.ts';
import { lineBoundary } from '../curve.ts';
import type {
  ForeignCanvas,
  ForeignElement,
  ForeignEnd,
  ForeignFlow,
  ForeignModel,
  ForeignThreat,
} from '../foreign-model.ts';
import { nothingNoted, type ForeignNotes } from '../foreign-notes.ts';
import { tidy } from '../plain-text.ts';
import { kindOf, typeOf } from './cell-types.ts';
import { numberOf, others, pointOf, text } from './fields.ts';
import { threatsIn, threatsOf } from './threats.ts';

/** Tells if a JSON document is a model or a template of OWASP Threat Dragon, of version 1 or 2. */
export const isThreatDragon = (document: Fields): boolean =>
  isModel(document) || isModel(fieldsOf(document['model']));

const isModel = (document: Fields): boolean =>
  isFields(document['summary']) && isFields(document['detail']);

/** Returns the model of a document. A template has it in `model`, beside facts about the template. */
const modelIn = (document: Fields): Fields => {
  if (isModel(document)) return document;
  const { model, ...rest } = document;
  return { ...rest, ...fieldsOf(model) };
};

/**
 * Reads a model of Threat Dragon. Version 1 has JointJS cells in `diagramJson`, with all properties in
 * the cell. Version 2 has X6 cells with `shape` and `data`.
 */
export const readThreatDragon = (file: Fields): ForeignModel => {
  const document = modelIn(file);
  const notes = nothingNoted();
  const summary = fieldsOf(document['summary']);
  const detail = fieldsOf(document['detail']);
  const threats = [...threatsIn(document, 'model'), ...threatsIn(detail, 'detail')];
  const contributors = listOf(detail['contributors']).flatMap(
    (each) => text(each) || text(fieldsOf(each)['name']) || [],
  );
  const canvases = listOf(detail['diagrams']).flatMap((diagram, at): ForeignCanvas[] => {
    if (isFields(diagram)) return [canvasOf(diagram, at, { notes, threats })];
    notes.leftOut.push({ place: `diagrams[${at}]`, message: t('imports:foreign.unreadable') });
    return [];
  });
  return {
    title: text(summary['title']),
    description: text(summary['description']),
    owner: text(summary['owner']) || undefined,
    attributes: {
      reviewer: text(detail['reviewer']),
      contributors: contributors.length > 0 ? contributors : undefined,
      ...unread(detail, ['reviewer', 'contributors', 'diagrams', 'diagramTop', 'threatTop']),
      ...others(summary, ['title', 'description', 'owner', 'id']),
      ...unread(document, ['summary', 'detail', 'version']),
    },
    canvases,
    threats,
    notes,
  };
};

/** Returns the other fields of a part that can have a list of threats. */
const unread = (part: Fields, known: readonly string[]): Fields =>
  others(part, Array.isArray(part['threats']) ? [...known, 'threats'] : known);

/** Keys of a diagram that do not become attributes of the canvas. */
const ofDiagram = [
  'id',
  'title',
  'description',
  'placeholder',
  'thumbnail',
  'version',
  'size',
  'cells',
  'diagramJson',
];

/**
 * Returns the cells of a diagram. Some programs write a cell twice, for version 2 in `cells` and for
 * version 1 in `diagramJson`.
 */
const cellsOf = (diagram: Fields): unknown[] => {
  const cells = listOf(diagram['cells']);
  const idOf = (cell: unknown): string => text(fieldsOf(cell)['id']);
  const ids = new Set(cells.map(idOf));
  const more = listOf(fieldsOf(diagram['diagramJson'])['cells']);
  return [...cells, ...more.filter((cell) => !ids.has(idOf(cell)))];
};

/** Adds threats to a list. A hostile file can have more of them than a function can have arguments. */
const add = (threats: ForeignThreat[], more: readonly ForeignThreat[]): void => {
  for (const threat of more) threats.push(threat);
};

/** Collects the notes of a model, and its threats that belong to no element. */
type Rest = { notes: ForeignNotes; threats: ForeignThreat[] };

const canvasOf = (diagram: Fields, at: number, { notes, threats }: Rest): ForeignCanvas => {
  const title = text(diagram['title']);
  const cells = cellsOf(diagram);
  const elements: ForeignElement[] = [];
  const flows: ForeignFlow[] = [];
  const centers = centersOf(cells);
  add(threats, threatsIn(diagram, `diagram-${at}`));
  for (const [index, cell] of cells.entries()) {
    const read = isFields(cell) ? cellOf(cell, `${at}-${index}`, centers) : undefined;
    if (read && 'source' in read) flows.push(read);
    else if (read) elements.push(read);
    else {
      const shape = text(fieldsOf(cell)['shape']) || text(fieldsOf(cell)['type']);
      const message =
        shape === ''
          ? t('imports:foreign.unreadable')
          : t('imports:foreign.unknown-shape', { shape: shape.slice(0, 60) });
      const data = dataOf(fieldsOf(cell));
      const name = nameOf(fieldsOf(cell), data).slice(0, 60) || `cells[${index}]`;
      notes.leftOut.push({ place: `${title} › ${name}`, message });
      add(threats, threatsOf(fieldsOf(cell), data, `cell-${at}-${index}`));
    }
  }
  return {
    id: `diagram-${text(diagram['id']) || at}`,
    title,
    description: text(diagram['description']),
    attributes: {
      placeholder: ownPlaceholder(text(diagram['placeholder'])),
      ...unread(diagram, ofDiagram),
    },
    elements,
    flows,
  };
};

type Centers = ReadonlyMap<string, Position>;

/** Returns the centers of the cells that have a position, by the ID of the cell. */
const centersOf = (cells: readonly unknown[]): Centers =>
  new Map(
    cells.filter(isFields).flatMap((cell): [string, Position][] => {
      const box = boxOf(cell);
      return box
        ? [[text(cell['id']), { x: box.x + box.width / 2, y: box.y + box.height / 2 }]]
        : [];
    }),
  );

const boxOf = (cell: Fields): Box | undefined => {
  const position = pointOf(cell['position']);
  const { width, height } = fieldsOf(cell['size']);
  return position && { ...position, width: numberOf(width) ?? 100, height: numberOf(height) ?? 80 };
};

/**
 * Returns the text that Threat Dragon shows while a diagram has no description. The result is empty for
 * the text that it fills in for a new diagram in English.
 */
const ownPlaceholder = (placeholder: string): string =>
  /^New .* diagram description$/.test(placeholder) ? '' : placeholder;

/** Returns the properties of a cell. In files of version 1, the cell itself has them. */
const dataOf = (cell: Fields): Fields => (isFields(cell['data']) ? cell['data'] : cell);

const cellOf = (
  cell: Fields,
  path: string,
  centers: Centers,
): ForeignElement | ForeignFlow | undefined => {
  const data = dataOf(cell);
  const type = typeOf(cell, data);
  const id = text(cell['id']) || `cell-${path}`;
  const common = {
    id,
    name: nameOf(cell, data),
    description: text(data['description']) || text(cell['description']) || undefined,
    data: outOfScope(data),
    attributes: propertiesOf(data),
    threats: threatsOf(cell, data, id),
  };
  if (type === 'flow') return flowOf(cell, data, common);
  if (type === 'boundary') {
    const points = [
      pointOfEnd(cell['source'], centers),
      ...listOf(cell['vertices']).map(pointOf),
      pointOfEnd(cell['target'], centers),
    ].filter((point) => point !== undefined);
    const { attributes, ...shape } = lineBoundary(points);
    return {
      ...common,
      kind: 'trustBoundaryNode',
      ...shape,
      attributes: { ...common.attributes, ...attributes },
    };
  }
  const kind = kindOf(type);
  if (!kind) return undefined;
  return {
    ...common,
    kind,
    data: { ...common.data, ...securityOf(data) },
    box: boxOf(cell),
  };
};

/** Returns the name of a cell. Other programs write it beside the data. */
const nameOf = (cell: Fields, data: Fields): string =>
  tidy(text(data['name'])) || labelOf(cell) || tidy(text(cell['name']));

const labelOf = (cell: Fields): string => {
  const attrs = fieldsOf(cell['attrs']);
  const [first] = listOf(cell['labels']);
  const ofLabel = fieldsOf(fieldsOf(first)['attrs']);
  const holders = [
    attrs['text'],
    attrs['label'],
    attrs['headerText'],
    ofLabel['labelText'],
    ofLabel['label'],
    ofLabel['text'],
  ];
  const found = holders.map((holder) => text(fieldsOf(holder)['text'])).find((each) => each !== '');
  return tidy(found ?? (typeof first === 'string' ? first : ''));
};

const flowOf = (cell: Fields, data: Fields, common: Omit<ForeignElement, 'kind'>): ForeignFlow => ({
  ...common,
  source: endOf(cell['source']),
  target: endOf(cell['target']),
  bends: listOf(cell['vertices']).flatMap((vertex) => pointOf(vertex) ?? []),
  data: {
    ...common.data,
    ...(data['isBidirectional'] === true && { bidirectional: true }),
    ...(typeof data['isEncrypted'] === 'boolean' && { encrypted: data['isEncrypted'] }),
    ...(text(data['protocol']) !== '' && { protocol: text(data['protocol']) }),
  },
});

/**
 * Reads an end of a flow. Version 1 has the ID of the attached cell in `id`, and version 2 has it in
 * `cell`. Other programs write only the ID. A loose end has only a position.
 */
const endOf = (end: unknown): ForeignEnd => {
  const { cell, id } = fieldsOf(end);
  return { id: text(end) || text(cell) || text(id) || undefined, at: pointOf(end) };
};

/** Returns the position of an end, which is the center of the attached cell for an attached end. */
const pointOfEnd = (end: unknown, centers: Centers): Position | undefined => {
  const { id, at } = endOf(end);
  return at ?? centers.get(id ?? '');
};

const outOfScope = (data: Fields): Fields =>
  data['outOfScope'] === true ? { outOfScope: true } : {};

/** Returns the security properties that elements have in Parapet too. */
const securityOf = (data: Fields): Fields => ({
  ...(data['storesCredentials'] === true && { holdsCredentials: true }),
  ...(typeof data['isEncrypted'] === 'boolean' && { encryptedAtRest: data['isEncrypted'] }),
});

/** Keys that do not become attributes, because they describe the drawing or are converted elsewhere. */
const drawn = [
  'type',
  'name',
  'description',
  'threats',
  'outOfScope',
  'hasOpenThreats',
  'isTrustBoundary',
  'isBidirectional',
  'protocol',
  'id',
  'z',
  'zIndex',
  'angle',
  'smooth',
  'shape',
  'visible',
  'vertices',
  'labels',
  'connector',
  'width',
  'height',
  'size',
  'position',
  'source',
  'target',
  'attrs',
  'threatFrequency',
];

const propertiesOf = (data: Fields): Fields =>
  pick(others(data, drawn), (_key, value) => value !== false);

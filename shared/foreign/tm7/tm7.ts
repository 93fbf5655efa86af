import type { Box } from '../../canvas/geometry.ts';
import { t } from '../../locales/texts.ts';
import { defined } from '../../otm/fields.ts';
import { quoted } from '../../otm/notes.ts';
import { bentThrough, lineBoundary } from '../curve.ts';
import type {
  ForeignCanvas,
  ForeignElement,
  ForeignEnd,
  ForeignFlow,
  ForeignModel,
} from '../foreign-model.ts';
import { nothingNoted, type ForeignNotes } from '../foreign-notes.ts';
import { sideOfPort } from '../side-of-port.ts';
import { childNamed, childrenNamed, numberIn, textIn, type XmlElement } from '../xml.ts';
import { propertiesOf, type Properties } from './properties.ts';
import { tm7Threats } from './threats.ts';

/** Reads a model of the Microsoft Threat Modeling Tool. Each drawing becomes a canvas. */
export const readTm7 = (root: XmlElement): ForeignModel => {
  const notes = nothingNoted();
  const info = childNamed(root, 'MetaInformation');
  const surfaces = childrenNamed(childNamed(root, 'DrawingSurfaceList'), 'DrawingSurfaceModel');
  const canvases = surfaces.map((surface, at) => canvasOf(surface, at, notes));
  const threats = tm7Threats(root, canvases, notes);
  return {
    title: textIn(info, 'ThreatModelName'),
    description: textIn(info, 'HighLevelSystemDescription'),
    owner: textIn(info, 'Owner') || undefined,
    attributes: defined({
      assumptions: textIn(info, 'Assumptions') || undefined,
      contributors: textIn(info, 'Contributors') || undefined,
      externalDependencies: textIn(info, 'ExternalDependencies') || undefined,
      reviewer: textIn(info, 'Reviewer') || undefined,
      version: textIn(root, 'Version') || undefined,
      notes: notesOf(root),
    }),
    canvases,
    threats,
    notes,
  };
};

const notesOf = (root: XmlElement): string[] | undefined => {
  const found = childNamed(root, 'Notes')?.children.flatMap((note) => {
    const message = textIn(note, 'Message');
    const [by, on] = [textIn(note, 'AddedBy'), textIn(note, 'Date')];
    return message === '' ? [] : [[on, by, message].filter((part) => part !== '').join(' ')];
  });
  return found && found.length > 0 ? found : undefined;
};

const canvasOf = (surface: XmlElement, at: number, notes: ForeignNotes): ForeignCanvas => {
  const { name, attributes } = propertiesOf(surface);
  const title = textIn(surface, 'Header') || name;
  const canvas: ForeignCanvas = {
    id: textIn(surface, 'Guid') || `diagram-${at + 1}`,
    title,
    attributes: { ...(name !== '' && name !== title && { name }), ...attributes },
    elements: [],
    flows: [],
  };
  for (const stencil of valuesIn(childNamed(surface, 'Borders'))) {
    const element = stencilOf(stencil);
    if (element) canvas.elements.push(element);
    else unknown(stencil, title, notes);
  }
  for (const line of valuesIn(childNamed(surface, 'Lines'))) {
    if (isBoundary(line)) canvas.elements.push(lineBoundaryOf(line));
    else if (isFlow(line)) canvas.flows.push(flowOf(line));
    else unknown(line, title, notes);
  }
  noteUnplaced(canvas, notes);
  return canvas;
};

/**
 * Notes the elements without a position. If no element of the canvas has one, the import lays out the
 * canvas, so there is nothing to note.
 */
const noteUnplaced = ({ elements }: ForeignCanvas, notes: ForeignNotes): void => {
  if (!elements.some(({ box }) => box)) return;
  for (const { id, name } of elements.filter(({ box }) => !box)) {
    const message = t('imports:missing', { key: quoted('position'), value: '0, 0' });
    notes.repairs.push({ place: (name || id).slice(0, 100), message });
  }
};

const unknown = (stencil: XmlElement, location: string, notes: ForeignNotes): void => {
  const shape = (shapeOf(stencil) || textIn(stencil, 'TypeId')).slice(0, 60);
  const place = [location, propertiesOf(stencil).name.slice(0, 60)].filter((part) => part !== '');
  const message = t('imports:foreign.unknown-shape', { shape });
  notes.leftOut.push({ place: place.join(' › '), message });
};

/**
 * Returns the values of a dictionary, which has `KeyValueOf…` elements, each with a `Key` and a
 * `Value`.
 */
const valuesIn = (dictionary: XmlElement | undefined): XmlElement[] =>
  dictionary?.children.flatMap((pair) => childNamed(pair, 'Value') ?? []) ?? [];

/** Returns the class of a stencil, such as `StencilEllipse`, without its namespace prefix. */
const shapeOf = ({ attributes }: XmlElement): string =>
  (attributes.get('type') ?? '').replace(/^.*:/, '');

const genericOf = (stencil: XmlElement): string => textIn(stencil, 'GenericTypeId').toUpperCase();

const isBoundary = (stencil: XmlElement): boolean =>
  genericOf(stencil).startsWith('GE.TB') || shapeOf(stencil).endsWith('Boundary');

const isFlow = (line: XmlElement): boolean =>
  shapeOf(line) === 'Connector' || genericOf(line).startsWith('GE.DF');

/**
 * Generic types and classes of stencils, and the kind that each becomes. Custom stencils of a template
 * derive from a generic type, which the file always states.
 */
const kinds: readonly [RegExp, RegExp, ForeignElement['kind']][] = [
  [/^GE\.TB/, /Boundary$/, 'trustBoundaryNode'],
  [/^GE\.P\b/, /^StencilEllipse$/, 'processNode'],
  [/^GE\.DS\b/, /^StencilParallelLines$/, 'dataStoreNode'],
  [/^GE\.EI\b/, /^StencilRectangle$/, 'externalEntityNode'],
  [/^GE\.A\b/, /Annotation|FreeText/, 'noteNode'],
];

const kindOf = (stencil: XmlElement): ForeignElement['kind'] | undefined => {
  const [generic, shape] = [genericOf(stencil), shapeOf(stencil)];
  const row = kinds.find(([id]) => id.test(generic)) ?? kinds.find(([, type]) => type.test(shape));
  return row?.[2];
};

const stencilOf = (stencil: XmlElement): ForeignElement | undefined => {
  const kind = kindOf(stencil);
  if (!kind) return undefined;
  const properties = propertiesOf(stencil);
  return {
    ...commonOf(stencil, properties),
    kind,
    type: typeOf(stencil),
    box: boxOf(stencil),
  };
};

const boxOf = (stencil: XmlElement): Box | undefined => {
  const number = (name: string) => numberIn(textIn(stencil, name));
  const [x, y] = [number('Left'), number('Top')];
  return x === undefined && y === undefined
    ? undefined
    : { x: x ?? 0, y: y ?? 0, width: number('Width') ?? 100, height: number('Height') ?? 100 };
};

const typeOf = (stencil: XmlElement): string | undefined =>
  textIn(stencil, 'TypeId') || textIn(stencil, 'GenericTypeId') || undefined;

/**
 * The lists of the tool's own template that mean a security property of Parapet. A flow is authenticated
 * if both its ends are.
 */
const securityKeys: Record<string, { generic: RegExp; keys: readonly string[] }> = {
  encrypted: { generic: /^GE\.DF/, keys: ['providesconfidentiality'] },
  authenticated: { generic: /^GE\.DF/, keys: ['authenticatessource', 'authenticatesdestination'] },
  encryptedAtRest: { generic: /^GE\.DS/, keys: ['encrypted'] },
  holdsCredentials: { generic: /^GE\.DS/, keys: ['storescredentials'] },
};

const securityOf = (stencil: XmlElement, { confirmed }: Properties): Record<string, true> =>
  Object.fromEntries(
    Object.entries(securityKeys)
      .filter(([, { generic }]) => generic.test(genericOf(stencil)))
      .filter(([, { keys }]) => keys.every((key) => confirmed.has(key)))
      .map(([name]) => [name, true]),
  );

const commonOf = (stencil: XmlElement, properties: Properties) => {
  const { name, isOutOfScope, attributes, typeName } = properties;
  return {
    id: textIn(stencil, 'Guid'),
    name: name || typeName,
    data: { ...securityOf(stencil, properties), ...(isOutOfScope && { outOfScope: true }) },
    attributes: { ...(typeName !== '' && { stencil: typeName }), ...attributes },
  };
};

const pointsOf = (line: XmlElement) => {
  const point = (end: string) => {
    const [x, y] = [numberIn(textIn(line, `${end}X`)), numberIn(textIn(line, `${end}Y`))];
    return x === undefined || y === undefined ? undefined : { x, y };
  };
  return { source: point('Source'), handle: point('Handle'), target: point('Target') };
};

const lineBoundaryOf = (line: XmlElement): ForeignElement => {
  const { source, handle, target } = pointsOf(line);
  const known = [source, handle, target].filter((point) => point !== undefined);
  const bent = source && handle && target ? bentThrough(source, handle, target) : known;
  const { attributes, ...shape } = lineBoundary(bent);
  const common = commonOf(line, propertiesOf(line));
  return {
    ...common,
    kind: 'trustBoundaryNode',
    type: typeOf(line),
    ...shape,
    attributes: { ...common.attributes, ...attributes },
  };
};

const noGuid = /^[0-]*$/;

const flowOf = (line: XmlElement): ForeignFlow => {
  const { source, handle, target } = pointsOf(line);
  const common = commonOf(line, propertiesOf(line));
  const end = (name: 'Source' | 'Target', at: ForeignEnd['at']): ForeignEnd => {
    const guid = textIn(line, `${name}Guid`);
    const side = sideOfPort(textIn(line, `Port${name}`));
    return { id: noGuid.test(guid) ? undefined : guid, at, ...(side && { side }) };
  };
  return {
    ...common,
    source: end('Source', source),
    target: end('Target', target),
    ...(handle && { bends: [handle] }),
    attributes: { ...common.attributes, ...defined({ type: typeOf(line) }) },
  };
};

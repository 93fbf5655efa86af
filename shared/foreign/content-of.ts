import type { CanvasDocument, CanvasEdge, CanvasNode, Position } from '../canvas/document.ts';
import { roleOf } from '../canvas/element-kinds.ts';
import type { Box } from '../canvas/geometry.ts';
import { t } from '../locales/texts.ts';
import { claimIds } from '../otm/claim-ids.ts';
import type {
  CanvasContent,
  ComponentContent,
  Kept,
  ModelContent,
  OtmReport,
} from '../otm/content.ts';
import { defined, unlessEmpty, type Fields } from '../otm/fields.ts';
import { quoted } from '../otm/notes.ts';
import { readAttributes } from '../otm/vocabulary/attributes.ts';
import { kindOfType } from '../otm/vocabulary/node-kind.ts';
import type {
  ForeignCanvas,
  ForeignElement,
  ForeignEnd,
  ForeignFlow,
  ForeignModel,
  ForeignThreat,
} from './foreign-model.ts';
import { nestingOf } from './nesting-of.ts';
import { nameOf, paragraphs } from './plain-text.ts';
import { threatContents, type ThreatIds } from './threat-contents.ts';
import { touching } from './touching.ts';

export type ForeignContent = {
  content: ModelContent;
  counts: OtmReport['counts'];
  /** The IDs of the canvases whose elements have no position in the file. */
  unplaced: string[];
};

const longestId = 200;

/**
 * The largest coordinate and the largest size, in pixels. Larger values in a file are reduced to this
 * limit, which is far beyond any real drawing.
 */
const farthest = 1_000_000;

const limited = (value: number, min: number): number =>
  Number.isFinite(value) ? Math.round(Math.max(min, Math.min(farthest, value)) * 100) / 100 : 0;

const pointIn = ({ x, y }: Position): Position => ({
  x: limited(x, -farthest),
  y: limited(y, -farthest),
});

type Ids = ThreatIds & { canvas: Claim; node: Claim; flow: Claim; record: Claim };
type Claim = (id: string) => string;

const claiming = (): Claim => {
  const claim = claimIds([]);
  return (id) => claim(id.slice(0, longestId) || 'element');
};

/** Converts a model of another tool to a `ModelContent`, the type into which OTM files are read too. */
export const contentOf = (model: ForeignModel): ForeignContent => {
  const ids: Ids = {
    canvas: claiming(),
    node: claiming(),
    flow: claiming(),
    record: claiming(),
    threat: claiming(),
    mitigation: claiming(),
  };
  const components: ComponentContent[] = [];
  const { canvases, notes } = model;
  const drawn = canvases.length > 0 ? canvases : [emptyCanvas(model)];
  const sheets = drawn.map((canvas) => sheetOf(canvas, { ids, components, model }));
  const [first] = sheets;
  const threats = [...(model.threats ?? []), ...threatsOfNotes(model)];
  if (threats.length > 0 && first) {
    components.push({
      id: ids.record('whole-model'),
      canvasId: first.content.id,
      title: t('imports:foreign.whole-model'),
      description: '',
      threats: threatContents(threats, ids),
      kept: {},
    });
    const message = t('imports:foreign.threats-of-model', { count: threats.length });
    notes.repairs.push({ place: '$', message });
  }
  const title = nameOf(model.title).name || t('imports:foreign.untitled');
  const content: ModelContent = {
    id: ids.record(idOfTitle(title)),
    title,
    description: model.description ?? '',
    ...readAttributes('threatModel', {}),
    canvases: sheets.map((sheet) => sheet.content),
    components,
    kept: defined({
      project: rawOf({ owner: model.owner, attributes: attributesOf(model.attributes) }),
    }),
  };
  const drawnThreats = components.flatMap((component) => component.threats);
  const elements = canvases.flatMap((canvas) => canvas.elements);
  const counts = {
    canvases: sheets.length,
    components: elements.filter(({ kind }) => roleOf(kind) === 'component').length,
    dataFlows: sheets.reduce((sum, { content: { data } }) => sum + data.edges.length, 0),
    trustZones: elements.filter(({ kind }) => roleOf(kind) === 'boundary').length,
    threats: drawnThreats.length,
    mitigations: drawnThreats.reduce((sum, { mitigations }) => sum + mitigations.length, 0),
  };
  const unplaced = sheets.flatMap((sheet) => (sheet.isPlaced ? [] : [sheet.content.id]));
  return { content, counts, unplaced };
};

/** Returns the canvas of a model that has threats, but no canvases. */
const emptyCanvas = ({ title }: ForeignModel): ForeignCanvas => ({
  id: 'diagram',
  title,
  elements: [],
  flows: [],
});

/** Returns the threats of notes, which have no component that could have threats. */
const threatsOfNotes = ({ canvases }: ForeignModel): ForeignThreat[] =>
  canvases.flatMap(({ elements }) =>
    elements.flatMap(({ kind, threats = [] }) => (roleOf(kind) === 'note' ? threats : [])),
  );

/** Returns the ID of a model, because most formats have none. Databases tell models apart by their IDs. */
const idOfTitle = (title: string): string =>
  title
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'model';

type Setting = { ids: Ids; components: ComponentContent[]; model: ForeignModel };

const rawOf = (raw: Fields): Kept | undefined => {
  const known = unlessEmpty(defined(raw));
  return known && { raw: known };
};

const attributesOf = (attributes: Fields | undefined): Fields | undefined =>
  unlessEmpty(
    Object.fromEntries(
      Object.entries(attributes ?? {}).filter(
        // The key of Parapet's own data is left out, because only a file that Parapet wrote may contain
        // this key.
        ([key, value]) =>
          key !== 'parapet' && value !== undefined && value !== '' && value !== null,
      ),
    ),
  );

const sheetOf = (canvas: ForeignCanvas, setting: Setting) => {
  const { ids, model } = setting;
  const id = ids.canvas(canvas.id);
  const isPlaced = canvas.elements.length === 0 || canvas.elements.some(({ box }) => box);
  const nesting = nestingOf(canvas.elements, model.notes);
  const nodes = nesting.ordered.map((element) => nodeOf(element, id, nesting, setting));
  const nodeIds = new Map<string, string>();
  for (const [at, element] of nesting.ordered.entries()) {
    const node = nodes[at];
    // A flow whose end names no element must not find an element with an empty ID.
    if (node && element.id !== '' && !nodeIds.has(element.id)) nodeIds.set(element.id, node.id);
    if (node) nesting.nodeIds.set(element, node.id);
  }
  for (const [at, element] of nesting.ordered.entries()) {
    const parent = nesting.parentOf.get(element);
    const parentId = parent && nesting.nodeIds.get(parent);
    const node = nodes[at];
    if (node && parentId !== undefined) node.parentId = parentId;
  }
  const ends: CanvasNode[] = [];
  const edges = canvas.flows.map((flow) => edgeOf(flow, { canvas, id, nodeIds, ends, ...setting }));
  const data: CanvasDocument = { nodes: [...nodes, ...ends], edges };
  const { description } = canvas;
  const attributes = attributesOf(canvas.attributes);
  const content: CanvasContent = {
    id,
    title: nameOf(canvas.title).name || t('imports:foreign.untitled'),
    data,
    kept: rawOf({ description: description === '' ? undefined : description, attributes }) ?? {},
  };
  return { content, isPlaced };
};

type Nesting = ReturnType<typeof nestingOf>;

const nodeOf = (
  element: ForeignElement,
  canvasId: string,
  nesting: Nesting,
  { ids, components }: Setting,
): CanvasNode => {
  const { kind, box, data, threats = [], type } = element;
  const id = ids.node(element.id);
  const role = roleOf(kind);
  const isNote = role === 'note';
  const named = isNote
    ? { name: paragraphs(element.name, element.description), rest: '' }
    : nameOf(element.name);
  const { name } = named;
  const description = paragraphs(element.description, named.rest);
  // A type that means another kind than the element's is kept as an attribute.
  const isOtherType = role === 'component' && type !== undefined && kindOfType(type) !== kind;
  const facts = rawOf({
    attributes: attributesOf({ ...(isOtherType && { type }), ...element.attributes }),
    type: isOtherType ? undefined : type,
  });
  const hasRecord = role === 'component' || threats.length > 0 || description !== '';
  const recordId = hasRecord && !isNote ? ids.record(id) : undefined;
  if (recordId !== undefined) {
    components.push({
      id: recordId,
      canvasId,
      title: name || t('imports:foreign.unnamed'),
      description,
      threats: threatContents(threats, ids),
      kept: role === 'component' && facts ? facts : {},
    });
  }
  return {
    id,
    type: kind,
    position: positionOf(element, nesting),
    ...(box && { width: limited(box.width, 1), height: limited(box.height, 1) }),
    data: {
      ...data,
      label: name,
      ...(recordId !== undefined && { componentId: recordId }),
      ...(role !== 'component' && facts && { otm: { zone: facts } }),
    },
  };
};

const positionOf = (element: ForeignElement, { parentOf }: Nesting): Position => {
  if (!element.box) return { x: 0, y: 0 };
  const parent = parentOf.get(element)?.box;
  const own = pointIn(element.box);
  if (!parent) return own;
  const from = pointIn(parent);
  return pointIn({ x: own.x - from.x, y: own.y - from.y });
};

type EdgeSetting = Setting & {
  canvas: ForeignCanvas;
  id: string;
  nodeIds: Map<string, string>;
  ends: CanvasNode[];
};

const edgeOf = (flow: ForeignFlow, setting: EdgeSetting): CanvasEdge => {
  const { ids, components, id: canvasId } = setting;
  const { data, source, target, threats = [], bends = [] } = flow;
  const id = ids.flow(flow.id);
  const { name, rest } = nameOf(flow.name);
  const description = paragraphs(flow.description, rest);
  const hasRecord = threats.length > 0 || description !== '';
  const recordId = hasRecord ? ids.record(id) : undefined;
  if (recordId !== undefined) {
    components.push({
      id: recordId,
      canvasId,
      title: name || t('imports:foreign.unnamed'),
      description,
      threats: threatContents(threats, ids),
      kept: {},
    });
  }
  const facts = rawOf({ attributes: attributesOf(flow.attributes) });
  return {
    id,
    source: endOf(source, flow, 'source', setting),
    target: endOf(target, flow, 'target', setting),
    ...(source.side && { sourceHandle: source.side }),
    ...(target.side && { targetHandle: target.side }),
    data: {
      ...data,
      label: name,
      ...(recordId !== undefined && { componentId: recordId }),
      ...(bends.length > 0 && { bends: bends.map(pointIn) }),
      ...(facts && { otm: { flow: facts } }),
    },
  };
};

/**
 * The maximum number of comparisons between the loose ends of flows and the elements. They take about
 * half a second. If more would be necessary, no loose end is compared, so each of them is connected to a
 * new note.
 */
const maxComparisons = 30_000_000;

const looseEnd = { width: 110, height: 40 };

/**
 * Returns the ID of the node at an end of a flow. A loose end, which is attached to no element, is
 * connected to the element that it touches. If it touches no element, it is connected to a small new
 * note, so that the flow stays visible. A new component would be wrong, because the file has no
 * component at this end.
 */
const endOf = (
  end: ForeignEnd,
  { id, name }: ForeignFlow,
  which: 'source' | 'target',
  { canvas, nodeIds, ends, ids, model }: EdgeSetting,
): string => {
  const known = nodeIds.get(end.id ?? '');
  if (known !== undefined) return known;
  const isSmall = canvas.elements.length * canvas.flows.length < maxComparisons;
  const touched = end.at && isSmall ? touching(canvas.elements, end.at) : undefined;
  const touchedId = nodeIds.get(touched?.id ?? '');
  if (touched && touchedId !== undefined) {
    const message = t(`imports:foreign.touching-${which}`, {
      flow: quoted(name || id),
      element: quoted(touched.name || touched.id),
    });
    model.notes.repairs.push({ place: canvas.title.slice(0, 100), message });
    return touchedId;
  }
  const { x, y } = pointIn(end.at ?? besides(canvas));
  const noteId = ids.node(`${id}-${which}`);
  ends.push({
    id: noteId,
    type: 'noteNode',
    position: { x: x - looseEnd.width / 2, y: y - looseEnd.height / 2 },
    ...looseEnd,
    data: {
      label: end.name === undefined || end.name === '' ? t('imports:foreign.loose-end') : end.name,
    },
  });
  const message = t(`imports:foreign.loose-${which}`, { flow: quoted(name || id) });
  model.notes.repairs.push({ place: canvas.title.slice(0, 100), message });
  return noteId;
};

const besides = ({ elements }: ForeignCanvas): Position => {
  const boxes = elements.flatMap(({ box }): Box[] => (box ? [box] : []));
  const left = boxes.reduce((min, { x }) => Math.min(min, x), 0);
  const top = boxes.reduce((min, { y }) => Math.min(min, y), 0);
  return { x: left - looseEnd.width, y: top };
};

export const hasNothing = ({ canvases, isDrawing = false, threats = [] }: ForeignModel): boolean =>
  threats.length === 0 &&
  (canvases.length === 0 ||
    (isDrawing && canvases.every(({ elements, flows }) => elements.length + flows.length === 0)));

import { isElementKind, type ElementKind } from '../canvas/element-kinds.ts';
import { kindOfType } from '../otm/vocabulary/node-kind.ts';

/** The style of a cell: `ellipse;whiteSpace=wrap;html=1`. Words without a value name the shape. */
export type DrawIoStyle = { words: ReadonlySet<string>; values: ReadonlyMap<string, string> };

export const styleOf = (text: string): DrawIoStyle => {
  const words = new Set<string>();
  const values = new Map<string, string>();
  for (const part of text.split(';')) {
    const equals = part.indexOf('=');
    if (equals < 0) words.add(part.trim());
    else values.set(part.slice(0, equals).trim(), part.slice(equals + 1));
  }
  return { words, values };
};

const shapeOf = ({ words, values }: DrawIoStyle): string =>
  values.get('shape') ?? [...words].find((word) => word !== '') ?? '';

const isOn = ({ values }: DrawIoStyle, key: string): boolean => values.get(key) === '1';

/** Tells if a cell is invisible and only holds others together. */
export const isGroup = (style: DrawIoStyle): boolean => style.words.has('group');

export const isText = (style: DrawIoStyle): boolean =>
  style.words.has('text') || style.words.has('edgeLabel') || shapeOf(style) === 'text';

export const isNote = (style: DrawIoStyle): boolean =>
  /^(?:note2?|callout|mxgraph\.basic\.document_note|postit|stickynote)$/i.test(shapeOf(style)) ||
  /^mxgraph\.(?:bpmn\.annotation|flowchart\.annotation_\d)/.test(shapeOf(style));

/** Tells if a cell is a separator, the title of a legend, or another line drawn as a box. */
export const isDecoration = (style: DrawIoStyle): boolean =>
  /^(?:line|curlyBracket|bracket|crossbar|dimension)$/.test(shapeOf(style));

export const isTable = (style: DrawIoStyle): boolean => shapeOf(style) === 'table';

/** Tells if a shape is a swimlane with stacked rows. Such a class or list becomes one element. */
export const isList = (style: DrawIoStyle): boolean =>
  style.values.get('childLayout') === 'stackLayout' && !isOn(style, 'horizontalStack');

export const isContainer = (style: DrawIoStyle): boolean =>
  isOn(style, 'container') ||
  style.words.has('swimlane') ||
  style.values.get('shape') === 'swimlane' ||
  /^(?:umlFrame|mxgraph\.aws4\.group(?:Center)?|mxgraph\.aws3d\.(?:flatDoubleEdge)|pool|mxgraph\.bpmn\.(?:pool|swimlane))$/.test(
    shapeOf(style),
  );

export const isDashed = (style: DrawIoStyle): boolean => isOn(style, 'dashed');

const stores =
  /^(?:cylinder\d?|datastore|mxgraph\.flowchart\.(?:database|stored_data|direct_data|sequential_data)|mxgraph\.ios7ui?\.|tape)$/i;
const people = /^(?:umlActor|actor|mxgraph\.c4\.person2?|mxgraph\.archimate3\.actor)$/i;

/** Tells if a box has only a top and a bottom line, as a store has in data flow diagrams. */
const hasNoSides = ({ values }: DrawIoStyle): boolean =>
  values.get('shape') === 'partialRectangle' &&
  (values.get('left') === '0' || values.get('right') === '0');

/** Returns the kind that our own export writes into the style. */
export const writtenKind = ({ values }: DrawIoStyle): ElementKind | undefined => {
  const kind = values.get('parapet');
  return isElementKind(kind) ? kind : undefined;
};

/** Returns the kind of a shape that is not a boundary, from its shape and its icon. */
export const componentKindOf = (style: DrawIoStyle): ElementKind => {
  const shape = shapeOf(style);
  if (stores.test(shape) || hasNoSides(style)) return 'dataStoreNode';
  if (people.test(shape)) return 'externalEntityNode';
  return kindOfType(typeOf(style));
};

/** Returns the words of a shape and its icon: `mxgraph.aws4.resourceIcon mxgraph.aws4.s3`. */
export const typeOf = (style: DrawIoStyle): string => {
  const image = (style.values.get('image') ?? '').replace(/^data:.*$/s, '');
  const icons = ['resIcon', 'prIcon', 'grIcon'].map((key) => style.values.get(key) ?? '');
  return [shapeOf(style), ...icons, image.replace(/\.\w+$/, '')]
    .filter((word) => word !== '')
    .join(' ')
    .slice(0, 300);
};

/**
 * Tells if a line has an arrow at an end. A line has one at its target unless its style says
 * otherwise.
 */
export const hasArrow = ({ values }: DrawIoStyle, end: 'start' | 'end'): boolean =>
  (values.get(`${end}Arrow`) ?? (end === 'end' ? 'classic' : 'none')) !== 'none';

import { isElementKind, type ElementKind } from '../canvas/element-kinds.ts';
import { kindOfType } from '../otm/vocabulary/node-kind.ts';

/**
 * The style of a cell: `ellipse;whiteSpace=wrap;html=1`. `words` has the parts without a value, such
 * as `ellipse`, which name the shape.
 */
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

/** Tells if a cell is an invisible group of other cells. */
export const isGroup = (style: DrawIoStyle): boolean => style.words.has('group');

export const isText = (style: DrawIoStyle): boolean =>
  style.words.has('text') || style.words.has('edgeLabel') || shapeOf(style) === 'text';

export const isNote = (style: DrawIoStyle): boolean =>
  /^(?:note2?|callout|mxgraph\.basic\.document_note|postit|stickynote)$/i.test(shapeOf(style)) ||
  /^mxgraph\.(?:bpmn\.annotation|flowchart\.annotation_\d)/.test(shapeOf(style));

/** Tells if a cell is a separator, a bracket, or another line that draw.io stores as a box. */
export const isDecoration = (style: DrawIoStyle): boolean =>
  /^(?:line|curlyBracket|bracket|crossbar|dimension)$/.test(shapeOf(style));

export const isTable = (style: DrawIoStyle): boolean => shapeOf(style) === 'table';

/**
 * Tells if a shape is a list or a class of UML: a container that stacks its rows. It becomes one
 * element.
 */
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

/**
 * Tells if a rectangle lacks its left or right side, like the symbol of a store in data flow diagrams.
 */
const hasNoSides = ({ values }: DrawIoStyle): boolean =>
  values.get('shape') === 'partialRectangle' &&
  (values.get('left') === '0' || values.get('right') === '0');

/** Returns the kind that Parapet's own export wrote into the style. */
export const writtenKind = ({ values }: DrawIoStyle): ElementKind | undefined => {
  const kind = values.get('parapet');
  return isElementKind(kind) ? kind : undefined;
};

/**
 * Returns the kind of a cell that is not a boundary. The shape and the icon of the cell decide the
 * kind.
 */
export const componentKindOf = (style: DrawIoStyle): ElementKind => {
  const shape = shapeOf(style);
  if (stores.test(shape) || hasNoSides(style)) return 'dataStoreNode';
  if (people.test(shape)) return 'externalEntityNode';
  return kindOfType(typeOf(style));
};

/** Returns the names of a shape and its icon: `mxgraph.aws4.resourceIcon mxgraph.aws4.s3`. */
export const typeOf = (style: DrawIoStyle): string => {
  const image = (style.values.get('image') ?? '').replace(/^data:.*$/s, '');
  const icons = ['resIcon', 'prIcon', 'grIcon'].map((key) => style.values.get(key) ?? '');
  return [shapeOf(style), ...icons, image.replace(/\.\w+$/, '')]
    .filter((word) => word !== '')
    .join(' ')
    .slice(0, 300);
};

/**
 * Tells if a line has an arrow at one of its ends. If the style says nothing about arrows, the line
 * has an arrow only at its target.
 */
export const hasArrow = ({ values }: DrawIoStyle, end: 'start' | 'end'): boolean =>
  (values.get(`${end}Arrow`) ?? (end === 'end' ? 'classic' : 'none')) !== 'none';

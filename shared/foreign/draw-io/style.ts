import { elementColors, elementColorTable, type ElementColor } from '../../canvas/canvas-colors.ts';
import { isElementKind, type ElementKind } from '../../canvas/element-kinds.ts';
import { kindOfType } from '../../otm/vocabulary/node-kind.ts';

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
  values.get('shape') ?? [...words].find(isShapeName) ?? '';

/** Some files have stray words in a style, such as a color without its key. */
const isShapeName = (word: string): boolean => /^[a-z]/i.test(word) && !/^[\da-f]{6}$/i.test(word);

const isOn = ({ values }: DrawIoStyle, key: string): boolean => values.get(key) === '1';

/** Tells if a cell is an invisible group of other cells. */
export const isGroup = (style: DrawIoStyle): boolean => style.words.has('group');

/** Tells if a style states the color of the outline. Without it, a group has no outline. */
export const hasOutline = ({ values }: DrawIoStyle): boolean =>
  !['none', undefined].includes(values.get('strokeColor'));

export const isText = (style: DrawIoStyle): boolean =>
  style.words.has('text') || style.words.has('edgeLabel') || shapeOf(style) === 'text';

export const isNote = (style: DrawIoStyle): boolean =>
  /^(?:note2?|callout|mxgraph\.basic\.document_note|postit|stickynote)$/i.test(shapeOf(style)) ||
  /^mxgraph\.(?:bpmn\.annotation|flowchart\.annotation_\d)/.test(shapeOf(style));

/** Tells if a cell is a straight line that draw.io stores as a box. */
export const isLine = (style: DrawIoStyle): boolean => shapeOf(style) === 'line';

/** Tells if a cell is a separator, a bracket, or another line that draw.io stores as a box. */
export const isDecoration = (style: DrawIoStyle): boolean =>
  /^(?:line|curlyBracket|bracket|crossbar|dimension)$/.test(shapeOf(style));

export const isTable = (style: DrawIoStyle): boolean => shapeOf(style) === 'table';

export const isTableRow = (style: DrawIoStyle): boolean => shapeOf(style) === 'tableRow';

/**
 * Tells if a shape is a list or a class of UML: a container that stacks its rows. draw.io stacks the
 * contents of a container side by side unless the style says otherwise.
 */
export const isList = ({ values }: DrawIoStyle): boolean =>
  values.get('childLayout') === 'stackLayout' && values.get('horizontalStack') === '0';

/** Tells if a shape is a lifeline of a sequence diagram. It contains the bars that lines lead to. */
export const isLifeline = (style: DrawIoStyle): boolean => shapeOf(style) === 'umlLifeline';

/** Tells if a cell is a part of its parent. draw.io selects and moves them only together. */
export const isPart = (style: DrawIoStyle): boolean => isOn(style, 'part');

/**
 * Tells if a shape is a task of BPMN. In draw.io's palette, each task is a container, because it can
 * become a sub-process.
 */
const isTask = (style: DrawIoStyle): boolean => /^mxgraph\.bpmn\.task2?$/.test(shapeOf(style));

export const isContainer = (style: DrawIoStyle): boolean =>
  (isOn(style, 'container') && !isTask(style)) ||
  style.words.has('swimlane') ||
  style.values.get('shape') === 'swimlane' ||
  /^(?:umlFrame|mxgraph\.aws4\.group(?:Center)?|mxgraph\.aws3d\.(?:flatDoubleEdge)|pool|mxgraph\.bpmn\.(?:pool|swimlane))$/.test(
    shapeOf(style),
  );

/** Tells if a cell has a dashed outline. An image has no outline, whatever its style says. */
export const isDashed = (style: DrawIoStyle): boolean =>
  isOn(style, 'dashed') && style.values.get('strokeColor') !== 'none' && shapeOf(style) !== 'image';

const stores =
  /^(?:cylinder\d?|datastore|mxgraph\.flowchart\.(?:database|stored_data|direct_data|sequential_data)|mxgraph\.ios7ui?\.|tape)$/i;
const people = /^(?:umlActor|actor|mxgraph\.c4\.person2?|mxgraph\.archimate3\.actor)$/i;

/**
 * Tells if a rectangle lacks its left or right side, like the symbol of a store in data flow diagrams.
 */
const hasNoSides = ({ values }: DrawIoStyle): boolean =>
  values.get('shape') === 'partialRectangle' &&
  (values.get('left') === '0' || values.get('right') === '0');

/** Tells if a shape is an ellipse, the symbol of a process in data flow diagrams. */
export const isEllipse = (style: DrawIoStyle): boolean =>
  /^(?:ellipse|doubleEllipse)$/.test(shapeOf(style));

/** Tells if a shape is a symbol that is drawn only in data flow diagrams. */
export const isDataFlowSymbol = (style: DrawIoStyle): boolean =>
  hasNoSides(style) || shapeOf(style).startsWith('mxgraph.dfd.');

/**
 * Tells if a shape is a rectangle without round corners, the symbol of an external entity in data flow
 * diagrams.
 */
export const isRectangle = (style: DrawIoStyle): boolean =>
  typeOf(style) === '' && !isOn(style, 'rounded');

/** Returns the kind that Parapet's own export wrote into the style. */
export const writtenKind = ({ values }: DrawIoStyle): ElementKind | undefined => {
  const kind = values.get('parapet');
  return isElementKind(kind) ? kind : undefined;
};

/**
 * Returns the color of an element or a flow, if it is one of the colors that Parapet's export writes.
 */
export const colorOf = ({ values }: DrawIoStyle): ElementColor | undefined => {
  const [line, fill = 'none'] = ['strokeColor', 'fillColor'].map((key) =>
    values.get(key)?.toLowerCase(),
  );
  return elementColors.find((color) => {
    const known = elementColorTable[color];
    return known.line.light === line && (fill === 'none' || known.fill.light === fill);
  });
};

/** The web applications of C4. The word “browser” in their name does not mean a user's browser. */
const applications = /^mxgraph\.c4\.webBrowserContainer2?$/;

/**
 * Returns the kind of a cell that is not a boundary. The shape and the icon of the cell decide the
 * kind.
 */
export const componentKindOf = (style: DrawIoStyle): ElementKind => {
  const shape = shapeOf(style);
  if (stores.test(shape) || hasNoSides(style)) return 'dataStoreNode';
  if (people.test(shape)) return 'externalEntityNode';
  if (applications.test(shape)) return 'processNode';
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
 * The markers that are arrows. The others, such as `oval`, `diamond`, and `ERmany`, have no direction.
 */
const arrows = /^(?:classic|open|block|async|doubleBlock)(?:Thin|Async)?$/;

/**
 * Tells if a line has an arrow at one of its ends. If the style says nothing about arrows, the line
 * has an arrow only at its target.
 */
export const hasArrow = ({ values }: DrawIoStyle, end: 'start' | 'end'): boolean =>
  arrows.test(values.get(`${end}Arrow`) ?? (end === 'end' ? 'classic' : 'none'));

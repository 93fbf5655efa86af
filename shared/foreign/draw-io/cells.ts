import type { Position } from '../../canvas/document.ts';
import { centreOf, type Box } from '../../canvas/geometry.ts';
import { textOfHtml, tidy } from '../plain-text.ts';
import { childNamed, childrenNamed, numberIn, type XmlElement } from '../xml.ts';
import { isLine, isText, styleOf, type DrawIoStyle } from './style.ts';

export type DrawIoCell = {
  id: string;
  parent: string;
  /** The label as plain text with line breaks. */
  label: string;
  style: DrawIoStyle;
  isVertex: boolean;
  isEdge: boolean;
  isHidden: boolean;
  source: string;
  target: string;
  /**
   * The position is relative to the parent cell until `withCanvasPositions` makes it relative to the
   * page.
   */
  box: Box;
  isRelative: boolean;
  /** The distance from a position that is relative to the parent's size. */
  offset: Position;
  /** The start of a line. It is used only if the start is attached to no cell. */
  sourcePoint: Position | undefined;
  /** The end of a line. It is used only if the end is attached to no cell. */
  targetPoint: Position | undefined;
  /** The bends of a line. */
  points: Position[];
  /** Properties that people have added to a shape. */
  properties: Record<string, string>;
};

/** The maximum number of cells around a cell. Nobody draws so many levels. */
const deepest = 200;

/** The number of characters that may still replace placeholders in a file. */
type PlaceholderBudget = { left: number };

/**
 * Returns the initial budget of a file. Without a limit, a label that repeats a placeholder for a long
 * text could fill the memory.
 */
export const placeholderBudget = (): PlaceholderBudget => ({ left: 4 * 1024 * 1024 });

/**
 * Returns the cells of a page, with positions relative to the page. Placeholders in labels are replaced
 * until the budget is spent. After that, they stay in the labels.
 */
export const cellsOf = (graph: XmlElement, budget: PlaceholderBudget): DrawIoCell[] => {
  const elements = childNamed(graph, 'root')?.children ?? [];
  const byId = new Map(elements.map((element) => [element.attributes.get('id') ?? '', element]));
  const cells = elements.map((element) => cellOf(element, { byId, budget }));
  return withCanvasPositions(cells.filter((cell) => cell !== undefined));
};

type Placeholders = { byId: ReadonlyMap<string, XmlElement>; budget: PlaceholderBudget };

/**
 * Returns the cell of an element. A cell with properties is inside an `object` or `UserObject`, which
 * has the ID and the label of the cell.
 */
const innerCell = (element: XmlElement): XmlElement | undefined =>
  element.name === 'mxCell' ? element : childNamed(element, 'mxCell');

const cellOf = (element: XmlElement, placeholders: Placeholders): DrawIoCell | undefined => {
  const cell = innerCell(element);
  if (!cell) return undefined;
  const holder = cell === element ? undefined : element;
  const attribute = (name: string): string => cell.attributes.get(name) ?? '';
  const style = styleOf(attribute('style'));
  const geometry = childNamed(cell, 'mxGeometry');
  const number = (name: string): number => numberIn(geometry?.attributes.get(name)) ?? 0;
  return {
    id: holder?.attributes.get('id') ?? attribute('id'),
    parent: attribute('parent'),
    label: textOfLabel(labelOf(holder, attribute('value'), placeholders), style),
    style,
    isVertex: attribute('vertex') === '1',
    isEdge: attribute('edge') === '1',
    isHidden: attribute('visible') === '0',
    source: attribute('source'),
    target: attribute('target'),
    box: { x: number('x'), y: number('y'), width: number('width'), height: number('height') },
    isRelative: geometry?.attributes.get('relative') === '1',
    offset: pointOf(geometry, 'offset') ?? { x: 0, y: 0 },
    sourcePoint: pointOf(geometry, 'sourcePoint'),
    targetPoint: pointOf(geometry, 'targetPoint'),
    points: childrenNamed(
      childrenNamed(geometry, 'Array').find((array) => array.attributes.get('as') === 'points'),
      'mxPoint',
    ).flatMap((point) => positionOf(point) ?? []),
    properties: propertiesOf(holder),
  };
};

const knownAttributes = new Set(['id', 'label', 'placeholders', 'placeholder']);

const propertiesOf = (holder: XmlElement | undefined): Record<string, string> =>
  Object.fromEntries(
    [...(holder?.attributes ?? [])].filter(
      ([name, value]) => !knownAttributes.has(name) && value !== '',
    ),
  );

const labelOf = (
  holder: XmlElement | undefined,
  value: string,
  placeholders: Placeholders,
): string => {
  const raw = holder?.attributes.get('label') ?? value;
  if (holder?.attributes.get('placeholders') !== '1') return raw;
  const { budget } = placeholders;
  return raw.replaceAll(/%([^%{}\s"'=;]+)%/g, (word, name: string) => {
    const text = propertyAround(holder, name, placeholders) ?? word;
    if (text.length > budget.left) return word;
    budget.left -= text.length;
    return text;
  });
};

/** Returns a property of a cell, or else of the innermost cell around it that has the property. */
const propertyAround = (
  cell: XmlElement,
  name: string,
  { byId, budget }: Placeholders,
): string | undefined => {
  let at: XmlElement | undefined = cell;
  for (let depth = 0; at && depth < deepest && budget.left > 0; depth += 1) {
    // A step counts too, because a hostile file has very many placeholders in deep cells.
    budget.left -= 1;
    const text = at.name === 'mxCell' ? undefined : at.attributes.get(name);
    if (text !== undefined) return text;
    at = byId.get(innerCell(at)?.attributes.get('parent') ?? '');
  }
  return undefined;
};

const textOfLabel = (label: string, style: DrawIoStyle): string =>
  style.values.get('html') === '1' || /<(?:br|div|b|i|p|span|font)\b/i.test(label)
    ? textOfHtml(label)
    : tidy(label);

const positionOf = ({ attributes }: XmlElement): Position | undefined => {
  const [x, y] = [numberIn(attributes.get('x')), numberIn(attributes.get('y'))];
  // A single missing coordinate counts as zero, as everywhere in this format.
  return x === undefined && y === undefined ? undefined : { x: x ?? 0, y: y ?? 0 };
};

const pointOf = (geometry: XmlElement | undefined, as: string): Position | undefined => {
  const point = childrenNamed(geometry, 'mxPoint').find((each) => each.attributes.get('as') === as);
  return point && positionOf(point);
};

/** Makes all positions relative to the page. In the file, they are relative to the parent cell. */
const withCanvasPositions = (cells: DrawIoCell[]): DrawIoCell[] => {
  const byId = new Map(cells.map((cell) => [cell.id, cell]));
  const origins = new Map<DrawIoCell, Position>();
  // If `isRelative` is true, the position is a fraction of the parent's size, plus the offset.
  const ownPosition = ({ box, isRelative, offset, parent: id }: DrawIoCell): Position => {
    const parent = isRelative ? byId.get(id) : undefined;
    if (!parent) return box;
    const { width, height } = parent.box;
    return { x: box.x * width + offset.x, y: box.y * height + offset.y };
  };
  const originOf = (cell: DrawIoCell, depth: number): Position => {
    const known = origins.get(cell);
    if (known) return known;
    const parent = byId.get(cell.parent);
    if (!parent || parent === cell || depth > deepest || !parent.isVertex) return { x: 0, y: 0 };
    const { x, y } = originOf(parent, depth + 1);
    const own = ownPosition(parent);
    const origin = { x: x + own.x, y: y + own.y };
    origins.set(cell, origin);
    return origin;
  };
  return cells.map((cell) => {
    const from = originOf(cell, 0);
    const moved = (point: Position): Position => ({ x: point.x + from.x, y: point.y + from.y });
    return {
      ...cell,
      box: turned({ ...cell.box, ...moved(ownPosition(cell)) }, cell.style),
      sourcePoint: cell.sourcePoint && moved(cell.sourcePoint),
      targetPoint: cell.targetPoint && moved(cell.targetPoint),
      points: cell.points.map(moved),
    };
  });
};

/**
 * Returns the box around a rotated cell. draw.io rotates a cell around its center, but not the cells
 * in it. Texts keep their boxes, because Parapet does not rotate texts. So do lines, because their ends
 * are read from the box and the rotation.
 */
const turned = (box: Box, style: DrawIoStyle): Box => {
  const degrees = numberIn(style.values.get('rotation')) ?? 0;
  if (degrees === 0 || isText(style) || isLine(style)) return box;
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const { x, y } = centreOf(box);
  const width = box.width * cos + box.height * sin;
  const height = box.width * sin + box.height * cos;
  return { x: x - width / 2, y: y - height / 2, width, height };
};

import { defaultKind } from '../../canvas/element-kinds.ts';
import type { DrawIoCell } from './cells.ts';
import * as style from './style.ts';

type DrawIoParts = {
  /** The shapes that are no part of another shape or line. */
  boxes: DrawIoCell[];
  /** The ID of the shape or line to which a part belongs, by the ID of the part. */
  ownerOf: ReadonlyMap<string, string>;
  /** The parts of a shape or line, by its ID. */
  partsOf: ReadonlyMap<string, DrawIoCell[]>;
  /** Tells if everything in a shape belongs to the shape, such as the rows of a table. */
  isWhole: (cell: DrawIoCell) => boolean;
};

const deepest = 50;

/**
 * Finds out which vertices are parts of a shape or of a line. Labels of lines, rows of tables, and
 * icons are such parts. Empty texts and separators are left out.
 *
 * @param vertices The visible vertices of a page, which are the shapes of draw.io.
 * @param visible All visible cells of the page by their IDs, including the lines.
 * @param connected The IDs of the cells to which lines are attached.
 */
export const partsIn = (
  vertices: readonly DrawIoCell[],
  visible: ReadonlyMap<string, DrawIoCell>,
  connected: ReadonlySet<string>,
): DrawIoParts => {
  const withContainers = aroundContainers(vertices, visible);
  const parents = new Set(vertices.map(({ parent }) => parent));
  const isWhole = (cell: DrawIoCell): boolean =>
    style.isLifeline(cell.style) ||
    ((style.isTable(cell.style) || style.isList(cell.style)) && !withContainers.has(cell));
  const isIcon = (cell: DrawIoCell, parent: DrawIoCell): boolean =>
    isComponent(parent) &&
    style.writtenKind(cell.style) === undefined &&
    cell.label === '' &&
    !connected.has(cell.id) &&
    !parents.has(cell.id);
  const ownerOf = (cell: DrawIoCell): DrawIoCell | undefined => {
    const parent = visible.get(cell.parent);
    if (!parent || parent === cell) return undefined;
    if (parent.isEdge) return parent;
    // If a whole is inside another one, the outer one has all the texts.
    const whole = ancestorsOf(cell, visible).findLast((above) => isWhole(above));
    if (whole) return whole;
    const isPart = style.isPart(cell.style) && !style.isGroup(parent.style);
    return isPart || isIcon(cell, parent) ? parent : undefined;
  };
  const owners = new Map<string, string>();
  const boxes: DrawIoCell[] = [];
  for (const cell of vertices) {
    const owner = ownerOf(cell);
    if (owner) owners.set(cell.id, owner.id);
    else if (!isEmpty(cell, connected)) boxes.push(cell);
  }
  const partsOf = Map.groupBy(
    vertices.filter(({ id }) => owners.has(id)),
    ({ id }) => owners.get(id) ?? '',
  );
  return { boxes, ownerOf: owners, partsOf, isWhole };
};

/** Returns the shapes that contain a shape, from the inside to the outside. */
export const ancestorsOf = (
  cell: DrawIoCell,
  visible: ReadonlyMap<string, DrawIoCell>,
): DrawIoCell[] => {
  const found: DrawIoCell[] = [];
  let above = visible.get(cell.parent);
  while (above && found.length < deepest) {
    found.push(above);
    above = visible.get(above.parent);
  }
  return found;
};

/** Returns all shapes that contain a container, at any level. */
const aroundContainers = (
  vertices: readonly DrawIoCell[],
  visible: ReadonlyMap<string, DrawIoCell>,
): ReadonlySet<DrawIoCell> =>
  new Set(
    vertices
      .filter((cell) => style.isContainer(cell.style))
      .flatMap((cell) => ancestorsOf(cell, visible)),
  );

/** Tells if a shape can have an icon. Anything in a container or a group is an element of its own. */
const isComponent = (cell: DrawIoCell): boolean =>
  ![style.isContainer, style.isGroup, style.isTableRow, style.isText, style.isNote].some((is) =>
    is(cell.style),
  ) && !isDashedBox(cell);

/**
 * Tells if a dashed shape is a boundary. A dashed store or person is not a boundary, because the
 * dashes mean that the store or person is optional.
 */
export const isDashedBox = ({ style: own }: DrawIoCell): boolean =>
  style.isDashed(own) && style.componentKindOf(own) === defaultKind;

/** Tells if a shape is a dashed line, which is a boundary like a dashed line between two points. */
export const isDashedLine = ({ style: own }: DrawIoCell): boolean =>
  style.isLine(own) && style.isDashed(own);

const isEmpty = (cell: DrawIoCell, connected: ReadonlySet<string>): boolean =>
  cell.label === '' &&
  !connected.has(cell.id) &&
  (style.isText(cell.style) || style.isDecoration(cell.style)) &&
  !isDashedLine(cell);

import type { Position } from '../canvas/document.ts';
import { roleOf } from '../canvas/element-kinds.ts';
import { centreOf, grown, holdsBox, holdsPoint, type Box } from '../canvas/geometry.ts';
import type { ForeignElement } from './foreign-model.ts';
import { reach } from './touching.ts';

/**
 * The maximum number of comparisons between elements and boundaries. They take about half a second. If
 * more would be necessary, `enclosing` returns null.
 */
const maxComparisons = 30_000_000;

type Area = { element: ForeignElement; box: Box; size: number };

/**
 * Returns the innermost boundary around each element whose `parent` is undefined or that is nested by
 * position, or null if there are too many elements to compare. A boundary is inside another boundary if
 * its whole box is. It may extend a little beyond a larger one, because people do not draw exactly. Any
 * other element is inside a boundary if the center of its box is. For an element with a `parent`, only
 * boundaries inside this parent count. A boundary is never inside its own content.
 */
export const enclosing = (
  elements: readonly ForeignElement[],
): Map<ForeignElement, ForeignElement> | null => {
  const areas = elements
    .flatMap((element): Area[] =>
      isBoundary(element) && element.box
        ? [{ element, box: element.box, size: sizeOf(element, element.box) }]
        : [],
    )
    .toSorted((one, other) => one.size - other.size);
  const open = elements.filter(
    ({ parent, isNestedByPosition = false, box }) =>
      (parent === undefined || isNestedByPosition) && box,
  );
  if (areas.length * open.length > maxComparisons) return null;
  const order = new Map(areas.map(({ element }, at) => [element, at]));
  const rankOf = (element: ForeignElement): number => order.get(element) ?? -1;
  const around = new Map<ForeignElement, ForeignElement>();
  const isInParent = insideParents(elements, around);
  // The outermost boundaries come first, because their parents decide which elements they can contain.
  for (const element of open.toSorted((one, other) => rankOf(other) - rankOf(one))) {
    const { box } = element;
    if (!box) continue;
    const own = rankOf(element);
    const inner: Area = areas[own] ?? { element, box, size: 0 };
    // If two boundaries have the same box, the later one in `areas` is the outer one.
    const found = areas.find(
      (area, at) =>
        at > own &&
        !(area.element.isParentCertain === true && element.isParentCertain === true) &&
        encloses(area, inner) &&
        isInParent(area.element, element),
    );
    if (found) around.set(element, found.element);
  }
  return around;
};

/**
 * Returns the first element with each ID. Elements with an empty ID are left out, because an empty
 * parent names no element.
 */
export const elementsById = (
  elements: readonly ForeignElement[],
): ReadonlyMap<string, ForeignElement> =>
  new Map(
    elements
      .toReversed()
      .filter(({ id }) => id !== '')
      .map((element) => [element.id, element]),
  );

/**
 * The maximum number of ancestors that are searched for the stated parent of an element. Nobody draws
 * so many levels.
 */
const deepest = 50;

/**
 * Returns a function that tells if a boundary is inside the stated parent of an element, at any level,
 * and not inside the element itself. The parents of the boundary must be in `around` already. Its
 * ancestors are collected only once, because many elements can be compared with it.
 */
const insideParents = (
  elements: readonly ForeignElement[],
  around: ReadonlyMap<ForeignElement, ForeignElement>,
) => {
  const byId = elementsById(elements);
  const collected = new Map<ForeignElement, ReadonlySet<ForeignElement>>();
  const chainOf = (boundary: ForeignElement): ReadonlySet<ForeignElement> => {
    const known = collected.get(boundary);
    if (known) return known;
    const chain = new Set<ForeignElement>();
    let above: ForeignElement | undefined = boundary;
    while (above && !chain.has(above) && chain.size < deepest) {
      chain.add(above);
      above = around.get(above) ?? byId.get(above.parent ?? '');
    }
    collected.set(boundary, chain);
    return chain;
  };
  return (boundary: ForeignElement, element: ForeignElement): boolean => {
    const chain = chainOf(boundary);
    if (chain.has(element)) return false;
    if (typeof element.parent !== 'string') return true;
    const stated = byId.get(element.parent);
    return stated !== undefined && chain.has(stated);
  };
};

const isBoundary = ({ kind }: ForeignElement): boolean => roleOf(kind) === 'boundary';

const encloses = ({ element, box, size }: Area, inner: Area): boolean => {
  if (element === inner.element) return false;
  if (isBoundary(inner.element)) {
    const held = size > inner.size ? grown(box, reach) : box;
    if (!holdsBox(held, inner.box)) return false;
  }
  const centre = centreOf(inner.box);
  return holdsPoint(box, centre) && (!element.outline || isInside(element.outline, centre));
};

const sizeOf = ({ outline }: ForeignElement, box: Box): number =>
  outline ? areaOf(outline) : box.width * box.height;

const pairs = (points: readonly Position[]): [Position, Position][] =>
  points.flatMap((point, at): [Position, Position][] => {
    const next = points[(at + 1) % points.length];
    return next ? [[point, next]] : [];
  });

const areaOf = (outline: readonly Position[]): number =>
  Math.abs(pairs(outline).reduce((sum, [one, next]) => sum + one.x * next.y - next.x * one.y, 0)) /
  2;

/**
 * Tells if a point is inside an outline. A point is inside if a ray from it to the right crosses an odd
 * number of sides.
 */
const isInside = (outline: readonly Position[], { x, y }: Position): boolean => {
  const crossed = pairs(outline).filter(
    ([one, next]) =>
      one.y > y !== next.y > y && x < ((next.x - one.x) * (y - one.y)) / (next.y - one.y) + one.x,
  );
  return crossed.length % 2 === 1;
};

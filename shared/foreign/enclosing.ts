import type { Position } from '../canvas/document.ts';
import { roleOf } from '../canvas/element-kinds.ts';
import { centreOf, holdsBox, holdsPoint, type Box } from '../canvas/geometry.ts';
import type { ForeignElement } from './foreign-model.ts';

/**
 * The maximum number of comparisons between elements and boundaries. They take about half a second. If
 * more would be necessary, `enclosing` returns null.
 */
const maxComparisons = 30_000_000;

type Area = { element: ForeignElement; box: Box; size: number };

/**
 * Returns the innermost boundary around each element whose `parent` is undefined, or null if there are
 * too many elements to compare. A boundary is inside another boundary if its whole box is. Any other
 * element is inside a boundary if the center of its box is.
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
  const open = elements.filter(({ parent, box }) => parent === undefined && box);
  if (areas.length * open.length > maxComparisons) return null;
  const order = new Map(areas.map(({ element }, at) => [element, at]));
  const around = new Map<ForeignElement, ForeignElement>();
  for (const element of open) {
    const { box } = element;
    if (!box) continue;
    const own = order.get(element) ?? -1;
    // If two boundaries have the same box, the later one in `areas` is the outer one.
    const found = areas.find((area, at) => at > own && encloses(area, element, box));
    if (found) around.set(element, found.element);
  }
  return around;
};

const isBoundary = ({ kind }: ForeignElement): boolean => roleOf(kind) === 'boundary';

const encloses = ({ element, box }: Area, inner: ForeignElement, innerBox: Box): boolean => {
  if (element === inner) return false;
  if (isBoundary(inner) && !holdsBox(box, innerBox)) return false;
  const centre = centreOf(innerBox);
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

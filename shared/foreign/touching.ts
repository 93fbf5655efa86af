import type { Position } from '../canvas/document.ts';
import { roleOf } from '../canvas/element-kinds.ts';
import { grown, holdsPoint } from '../canvas/geometry.ts';
import type { ForeignElement } from './foreign-model.ts';

/** The largest distance, in pixels, at which the end of a line counts as touching an element. */
export const reach = 12;

/**
 * Returns the smallest element that a loose end of a line touches, because people see such a line as
 * connected to the element. A boundary counts only near its edge, because most loose ends are somewhere
 * inside a boundary.
 */
export const touching = (
  elements: readonly ForeignElement[],
  point: Position,
): ForeignElement | undefined => {
  let found: { element: ForeignElement; size: number } | undefined;
  for (const element of elements) {
    const { kind, box } = element;
    const role = roleOf(kind);
    if (!box || element.outline || role === 'note' || !holdsPoint(grown(box, reach), point))
      continue;
    const isInside = role === 'boundary' && holdsPoint(grown(box, -reach), point);
    // A boundary counts as huge, so that all other elements are preferred to it.
    const size = box.width * box.height + (role === 'boundary' ? 1e12 : 0);
    if (!isInside && (!found || size < found.size)) found = { element, size };
  }
  return found?.element;
};

/** Tells if two elements that a line touches are different components. */
export const areTwoComponents = (
  one: ForeignElement | undefined,
  other: ForeignElement | undefined,
): boolean =>
  one !== other && roleOf(one?.kind) === 'component' && roleOf(other?.kind) === 'component';

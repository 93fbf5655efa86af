import type { Position } from '../canvas/document.ts';
import { roleOf } from '../canvas/element-kinds.ts';
import { grown, holdsPoint } from '../canvas/geometry.ts';
import type { ForeignElement } from './foreign-model.ts';

/** Pixels between a line and the element that it seems to touch. */
const reach = 12;

/**
 * Returns the smallest element at a loose end of a line. People draw lines that are attached to nothing,
 * and see them as connected. A boundary is found only at its edge, because most loose ends are inside a
 * boundary.
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
    // Prefers any other element to a boundary.
    const size = box.width * box.height + (role === 'boundary' ? 1e12 : 0);
    if (!isInside && (!found || size < found.size)) found = { element, size };
  }
  return found?.element;
};

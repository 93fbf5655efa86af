import type { Position } from '#shared/canvas/document.ts';
import type { Placement } from '#shared/canvas/placement.ts';

/** The same with some nodes moved, as it is while they are in the hand. */
export const displaced = (
  placement: Placement,
  places: ReadonlySet<number>,
  by: Position,
): Placement => {
  const x = placement.x.slice();
  const y = placement.y.slice();
  for (const at of places) {
    x[at] = (x[at] ?? 0) + by.x;
    y[at] = (y[at] ?? 0) + by.y;
  }
  return { ...placement, x, y };
};

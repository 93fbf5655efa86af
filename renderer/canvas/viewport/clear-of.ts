import type { Position, Size } from '#shared/canvas/document.ts';
import type { Box } from '#shared/canvas/geometry.ts';

const gap = 8;

/**
 * Returns the smallest shift after which the box is in the pane and no tool covers it. Returns
 * `null` if no tool covers the box now, or if there is no such shift. All values are in pixels of
 * the pane.
 */
export const clearOf = (box: Box, tools: readonly Box[], pane: Size): Position | null => {
  if (!tools.some((tool) => overlaps(box, tool))) return null;
  const across = tools.flatMap(({ x, width }) => [x - gap - box.width, x + width + gap]);
  const down = tools.flatMap(({ y, height }) => [y - gap - box.height, y + height + gap]);
  const shifts = [box.x, ...across].flatMap((x) =>
    [box.y, ...down].map((y) => ({ x: x - box.x, y: y - box.y })),
  );
  const clear = shifts.filter((shift) => {
    const moved = { ...box, x: box.x + shift.x, y: box.y + shift.y };
    return isWithin(moved, pane) && !tools.some((tool) => overlaps(moved, tool));
  });
  return clear.toSorted((one, other) => length(one) - length(other))[0] ?? null;
};

const length = ({ x, y }: Position): number => Math.hypot(x, y);

const overlaps = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const isWithin = ({ x, y, width, height }: Box, pane: Size): boolean =>
  x >= 0 && y >= 0 && x + width <= pane.width && y + height <= pane.height;

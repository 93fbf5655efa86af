import { hiddenIn } from './collapsed.ts';
import type { CanvasDocument, CanvasNode, Position, Size } from './document.ts';
import { boxOf, centreOf, type Box } from './geometry.ts';
import type { Direction } from './reading-order.ts';

/**
 * `reach` is the largest gap between a node and the node that `nodeAhead` returns. `gaps` has the gaps
 * that `placeAhead` leaves beside a box. All are in pixels.
 */
const reach = 320;
const gaps: Record<Direction, number> = { up: 80, right: 110, down: 80, left: 110 };

/**
 * Returns the gap from one box to another in a direction, or `null` if the other box is too far away or
 * not in that direction.
 */
const gapTo = (from: Box, to: Box, direction: Direction): number | null => {
  const isAcross = direction === 'left' || direction === 'right';
  const overlaps = isAcross
    ? from.y < to.y + to.height && to.y < from.y + from.height
    : from.x < to.x + to.width && to.x < from.x + from.width;
  if (!overlaps) return null;
  const gap = {
    up: from.y - to.y - to.height,
    right: to.x - from.x - from.width,
    down: to.y - from.y - from.height,
    left: from.x - to.x - to.width,
  }[direction];
  return gap >= 0 && gap <= reach ? gap : null;
};

/**
 * Returns the visible node nearest to `node` in a direction, among the nodes that `qualifies` accepts,
 * or `null` if there is none within `reach`.
 */
export const nodeAhead = (
  document: CanvasDocument,
  node: CanvasNode,
  direction: Direction,
  qualifies: (node: CanvasNode) => boolean,
): CanvasNode | null => {
  const from = boxOf(document, node);
  const hidden = hiddenIn(document);
  let best: { node: CanvasNode; gap: number } | null = null;
  for (const each of document.nodes) {
    if (each === node || !qualifies(each) || hidden.has(each.id)) continue;
    const gap = gapTo(from, boxOf(document, each), direction);
    if (gap !== null && (!best || gap < best.gap)) best = { node: each, gap };
  }
  return best?.node ?? null;
};

/** Returns the center of a new node that is placed beside a box, in the given direction. */
export const placeAhead = (box: Box, { width, height }: Size, direction: Direction): Position => {
  const { x, y } = centreOf(box);
  const across = box.width / 2 + gaps[direction] + width / 2;
  const along = box.height / 2 + gaps[direction] + height / 2;
  return {
    up: { x, y: y - along },
    right: { x: x + across, y },
    down: { x, y: y + along },
    left: { x: x - across, y },
  }[direction];
};

import type { Position } from '../document.ts';
import { centreOf, type Box } from '../geometry.ts';

export const sides = ['top', 'right', 'bottom', 'left'] as const;
export type Side = (typeof sides)[number];

/** Where a line meets a box. `missing`: how much of the wanted offset the side had no room for. */
export type Attached = { point: Position; side: Side; missing: number };

const corner = 10;

/** The way out of a box on each of its sides. */
export const normals: Record<Side, Position> = {
  top: { x: 0, y: -1 },
  right: { x: 1, y: 0 },
  bottom: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
};

export const boxAt = ({ x, y }: Position): Box => ({ x, y, width: 0, height: 0 });

export const facingSides = (source: Box, target: Box): { source: Side; target: Side } => {
  const gapX = Math.max(target.x - source.x - source.width, source.x - target.x - target.width);
  const gapY = Math.max(target.y - source.y - source.height, source.y - target.y - target.height);
  const one = centreOf(source);
  const other = centreOf(target);
  // Nodes are wider than high, and rows are read more easily than columns.
  if (gapX * 1.4 >= gapY) {
    return one.x <= other.x
      ? { source: 'right', target: 'left' }
      : { source: 'left', target: 'right' };
  }
  return one.y <= other.y
    ? { source: 'bottom', target: 'top' }
    : { source: 'top', target: 'bottom' };
};

/**
 * How far aside of where it would be alone a line meets a side: `offset`, of which `spread` is the
 * most that a line beside it has. With `isHeld` all of them are pushed together to fit on the side;
 * otherwise each goes as far as it can, and its curve makes up for the rest.
 */
export type Aside = { offset: number; spread: number; isHeld: boolean };

/** The point on a side of `box` for a line to `other`. */
export const attached = (box: Box, other: Box, side: Side, aside: Aside): Attached => {
  const vertical = side === 'left' || side === 'right';
  const from = vertical ? box.y : box.x;
  const length = vertical ? box.height : box.width;
  const room = Math.min(corner, length / 2);
  const middle = vertical ? facingY(box, other) : facingX(box, other);
  const wanted = aside.isHeld
    ? held(middle, from + room, from + length - room, aside)
    : middle + aside.offset;
  const placed = Math.max(from + room, Math.min(from + length - room, wanted));
  const far = normals[side];
  return {
    side,
    missing: wanted - placed,
    point: vertical
      ? { x: far.x > 0 ? box.x + box.width : box.x, y: placed }
      : { x: placed, y: far.y > 0 ? box.y + box.height : box.y },
  };
};

const held = (middle: number, from: number, to: number, { offset, spread }: Aside): number => {
  if (spread === 0) return middle;
  const half = Math.min(spread, (to - from) / 2);
  return Math.max(from + half, Math.min(to - half, middle)) + (offset / spread) * half;
};

const facingY = (box: Box, other: Box): number =>
  facingOnLine(box.y, box.height, other.y, other.height);

const facingX = (box: Box, other: Box): number =>
  facingOnLine(box.x, box.width, other.x, other.width);

/** The middle of what two stretches share; without any, the middle of one, leaning to the other. */
const facingOnLine = (at: number, length: number, other: number, otherLength: number): number => {
  // A point: straight to it, as far as the side reaches.
  if (otherLength === 0) return Math.max(at + corner, Math.min(at + length - corner, other));
  const from = Math.max(at, other) + corner;
  const to = Math.min(at + length, other + otherLength) - corner;
  if (from <= to) return (from + to) / 2;
  const lean = (other + otherLength / 2 - at - length / 2) / 4;
  return at + length / 2 + Math.max(-length / 4, Math.min(length / 4, lean));
};

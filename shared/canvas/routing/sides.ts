import type { Position } from '../document.ts';
import { centreOf, type Box } from '../geometry.ts';

export const sides = ['top', 'right', 'bottom', 'left'] as const;
export type Side = (typeof sides)[number];

/**
 * The point where a line meets a side of a box. `missing` is the part of the line's sideways offset for
 * which the side has no room.
 */
export type Attached = { point: Position; side: Side; missing: number };

const corner = 10;

/** The outward direction of each side of a box. */
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
  // Left and right sides are preferred to top and bottom, because nodes are wider than high and rows are
  // easier to read than columns.
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
 * The sideways offset of a line at a side, in pixels. `spread` is the largest offset among the line and
 * its parallel lines. With `isCompressed`, the offsets of all these lines are scaled to fit on the side.
 * Otherwise, the end of a line is moved only as far as the side reaches, and only the curve is moved by
 * the rest of the offset.
 */
export type Aside = { offset: number; spread: number; isCompressed: boolean };

/** Returns the point on a side of `box` for a line to `other`. */
export const attached = (box: Box, other: Box, side: Side, aside: Aside): Attached => {
  const vertical = side === 'left' || side === 'right';
  const from = vertical ? box.y : box.x;
  const length = vertical ? box.height : box.width;
  const room = Math.min(corner, length / 2);
  const middle = vertical ? facingY(box, other) : facingX(box, other);
  const wanted = aside.isCompressed
    ? compressed(middle, from + room, from + length - room, aside)
    : middle + aside.offset;
  const clamped = Math.max(from + room, Math.min(from + length - room, wanted));
  const far = normals[side];
  return {
    side,
    missing: wanted - clamped,
    point: vertical
      ? { x: far.x > 0 ? box.x + box.width : box.x, y: clamped }
      : { x: clamped, y: far.y > 0 ? box.y + box.height : box.y },
  };
};

const compressed = (
  middle: number,
  from: number,
  to: number,
  { offset, spread }: Aside,
): number => {
  if (spread === 0) return middle;
  const half = Math.min(spread, (to - from) / 2);
  return Math.max(from + half, Math.min(to - half, middle)) + (offset / spread) * half;
};

const facingY = (box: Box, other: Box): number =>
  facingOnLine(box.y, box.height, other.y, other.height);

const facingX = (box: Box, other: Box): number =>
  facingOnLine(box.x, box.width, other.x, other.width);

/**
 * Returns the center of the overlap of two ranges. Without an overlap, returns the center of the
 * first range, moved toward the second one.
 */
const facingOnLine = (at: number, length: number, other: number, otherLength: number): number => {
  // A range of length 0 is a bend. The line goes straight to the bend, as far as the side reaches.
  if (otherLength === 0) return Math.max(at + corner, Math.min(at + length - corner, other));
  const from = Math.max(at, other) + corner;
  const to = Math.min(at + length, other + otherLength) - corner;
  if (from <= to) return (from + to) / 2;
  const lean = (other + otherLength / 2 - at - length / 2) / 4;
  return at + length / 2 + Math.max(-length / 4, Math.min(length / 4, lean));
};

const opposite: Record<Side, Side> = { top: 'bottom', right: 'left', bottom: 'top', left: 'right' };

/**
 * The preferred minimum length of a line between a box and the box around it, in pixels. A shorter line
 * would show only its arrowhead.
 */
const minInside = 24;
/** The space for the name at the top of the outer box, in pixels. */
const nameRoom = 30;

/**
 * Returns the ends of a line between a box and a box inside it. The line takes the shortest way inside
 * the outer box, because a line around the outside would seem to lead to another element.
 */
export const attachedInside = (outer: Box, inner: Box, offset: number): [Attached, Attached] => {
  const gaps: Record<Side, number> = {
    left: inner.x - outer.x,
    right: outer.x + outer.width - inner.x - inner.width,
    bottom: outer.y + outer.height - inner.y - inner.height,
    top: inner.y - outer.y - nameRoom,
  };
  const cost = (side: Side): number => (gaps[side] < minInside ? 1e6 : 0) + gaps[side];
  const [side = 'left'] = (['left', 'right', 'bottom', 'top'] as const).toSorted(
    (one, other) => cost(one) - cost(other),
  );
  const isLevel = side === 'left' || side === 'right';
  const { x, y } = centreOf(inner);
  const half = (isLevel ? inner.height : inner.width) / 2 - Math.min(corner, inner.height / 2);
  const shift = Math.max(-half, Math.min(half, offset));
  const along = (isLevel ? y : x) + shift;
  const pointOn = (box: Box): Position =>
    isLevel
      ? { x: side === 'left' ? box.x : box.x + box.width, y: along }
      : { x: along, y: side === 'top' ? box.y : box.y + box.height };
  return [
    { point: pointOn(outer), side: opposite[side], missing: 0 },
    { point: pointOn(inner), side, missing: 0 },
  ];
};

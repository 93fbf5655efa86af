import type { Position } from './document.ts';
import { centreOf, type Box } from './geometry.ts';
import type { Lane } from './parallel-flows.ts';

const sides = ['top', 'right', 'bottom', 'left'] as const;
export type Side = (typeof sides)[number];

/** A flow as one cubic curve. `label` is the middle of its text. */
export type FlowRoute = { path: string; start: Position; end: Position; label: Position };

type Curve = readonly [start: Position, one: Position, two: Position, end: Position];

const corner = 10;
const laneGap = 24;
const normals: Record<Side, Position> = {
  top: { x: 0, y: -1 },
  right: { x: 1, y: 0 },
  bottom: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
};

/**
 * The way of a flow between two boxes. The sides are those that face each other unless the flow
 * names one; parallel flows are set apart; nodes that overlap in height or width are joined by a
 * straight line.
 */
export const routeFlow = (
  source: Box,
  target: Box,
  lane: Lane,
  named: { source?: Side | undefined; target?: Side | undefined } = {},
): FlowRoute => {
  if (source.x === target.x && source.y === target.y) return loop(source, lane.index);
  const facing = facingSides(source, target);
  const from = named.source ?? facing.source;
  const to = named.target ?? facing.target;
  const offset = (lane.index - (lane.count - 1) / 2) * laneGap;
  const start = attached(source, target, from, offset);
  const end = attached(target, source, to, offset);
  const reach = Math.max(24, Math.min(160, distance(start.point, end.point) / 2));
  const curve: Curve = [
    start.point,
    along(start.point, from, reach, start.missing),
    along(end.point, to, reach, end.missing),
    end.point,
  ];
  return { ...drawn(curve), label: pointAt(curve, labelAt(curve, lane)) };
};

/** A side named by the handle of a flow: `right`, `source-right`, `left-2`. */
export const sideOfHandle = (handle: string | null | undefined): Side | undefined =>
  sides.find((side) => handle?.toLowerCase().includes(side));

const facingSides = (source: Box, target: Box): { source: Side; target: Side } => {
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

/** The point on a side of `box`, and how much of the lane's offset the side had no room for. */
const attached = (
  box: Box,
  other: Box,
  side: Side,
  offset: number,
): { point: Position; missing: number } => {
  const vertical = side === 'left' || side === 'right';
  const wanted = (vertical ? facingY(box, other) : facingX(box, other)) + offset;
  const from = vertical ? box.y : box.x;
  const length = vertical ? box.height : box.width;
  const room = Math.min(corner, length / 2);
  const placed = Math.max(from + room, Math.min(from + length - room, wanted));
  const far = normals[side];
  return {
    missing: wanted - placed,
    point: vertical
      ? { x: far.x > 0 ? box.x + box.width : box.x, y: placed }
      : { x: placed, y: far.y > 0 ? box.y + box.height : box.y },
  };
};

const facingY = (box: Box, other: Box): number =>
  facingOnLine(box.y, box.height, other.y, other.height);

const facingX = (box: Box, other: Box): number =>
  facingOnLine(box.x, box.width, other.x, other.width);

/** The middle of what two stretches share; without any, the middle of one, leaning to the other. */
const facingOnLine = (at: number, length: number, other: number, otherLength: number): number => {
  const from = Math.max(at, other) + corner;
  const to = Math.min(at + length, other + otherLength) - corner;
  if (from <= to) return (from + to) / 2;
  const lean = (other + otherLength / 2 - at - length / 2) / 4;
  return at + length / 2 + Math.max(-length / 4, Math.min(length / 4, lean));
};

const distance = (one: Position, other: Position): number =>
  Math.hypot(other.x - one.x, other.y - one.y);

const along = (point: Position, side: Side, reach: number, aside: number): Position => {
  const { x, y } = normals[side];
  // A curve comes about three quarters as far as its control points.
  const bow = aside * 1.33;
  return {
    x: point.x + x * reach + (x === 0 ? bow : 0),
    y: point.y + y * reach + (y === 0 ? bow : 0),
  };
};

/** Where on the curve the text goes: parallel flows that run upright have theirs one below another. */
const labelAt = ([start, , , end]: Curve, { index, count }: Lane): number => {
  const upright = Math.abs(end.y - start.y) > Math.abs(end.x - start.x);
  if (!upright || count === 1) return 0.5;
  const step = Math.min(0.7 / count, laneGap / Math.max(1, Math.abs(end.y - start.y)));
  // Counted from the top, whichever way the flow runs.
  const shift = (index - (count - 1) / 2) * step;
  return 0.5 + (end.y > start.y ? shift : -shift);
};

const pointAt = ([a, b, c, d]: Curve, t: number): Position => {
  const s = 1 - t;
  const mix = (...[p, q, r, u]: [number, number, number, number]): number =>
    s * s * s * p + 3 * s * s * t * q + 3 * s * t * t * r + t * t * t * u;
  return { x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) };
};

const drawn = ([start, one, two, end]: Curve): Omit<FlowRoute, 'label'> => ({
  path: `M${spot(start)} C${spot(one)} ${spot(two)} ${spot(end)}`,
  start,
  end,
});

const spot = ({ x, y }: Position): string => `${round(x)},${round(y)}`;
const round = (value: number): number => Math.round(value * 10) / 10;

/** A flow from a node to itself, over its top right corner. */
const loop = (box: Box, index: number): FlowRoute => {
  const size = 48 + index * laneGap;
  const start = { x: box.x + box.width, y: box.y + box.height / 3 };
  const end = { x: box.x + (box.width * 2) / 3, y: box.y };
  const curve: Curve = [
    start,
    { x: start.x + size, y: start.y },
    { x: end.x, y: end.y - size },
    end,
  ];
  return { ...drawn(curve), label: pointAt(curve, 0.5) };
};

import type { Position } from '../document.ts';
import type { Polyline } from './polyline.ts';
import { normals, type Attached } from './sides.ts';

export type Curve = readonly [start: Position, one: Position, two: Position, end: Position];

/**
 * Returns the curves of a line from `start` through all bends to `end`, joined without corners. Without
 * bends, this is one curve.
 */
export const smoothCurves = (
  start: Attached,
  bends: readonly Position[],
  end: Attached,
): Curve[] => {
  const points = [start.point, ...bends, end.point];
  if (bends.length === 0) {
    const reach = Math.max(24, Math.min(160, distance(start.point, end.point) / 2));
    return [[start.point, along(start, reach), along(end, reach), end.point]];
  }
  return points.slice(1).map((to, index): Curve => {
    const from = points[index] ?? to;
    const reach = Math.min(160, distance(from, to) / 3);
    const isLast = index === points.length - 2;
    return [
      from,
      index === 0 ? along(start, reach) : onwards(points, index, reach),
      isLast ? along(end, reach) : onwards(points, index + 1, -reach),
      to,
    ];
  });
};

const distance = (one: Position, other: Position): number =>
  Math.hypot(other.x - one.x, other.y - one.y);

/**
 * Returns a Bézier control point at the distance `reach` in front of a side. It is moved sideways by the
 * part of the offset for which the side has no room.
 */
const along = ({ point, side, missing }: Attached, reach: number): Position => {
  const { x, y } = normals[side];
  // A curve moves only about three quarters as far as its control points, so the control points are
  // moved farther.
  const bow = missing * 1.33;
  return {
    x: point.x + x * reach + (x === 0 ? bow : 0),
    y: point.y + y * reach + (y === 0 ? bow : 0),
  };
};

/** Returns a control point for a bend, in the direction from the previous point to the next one. */
const onwards = (points: Polyline, index: number, reach: number): Position => {
  const at = points[index] ?? { x: 0, y: 0 };
  const [before, after] = [points[index - 1] ?? at, points[index + 1] ?? at];
  const length = distance(before, after) || 1;
  return {
    x: at.x + ((after.x - before.x) / length) * reach,
    y: at.y + ((after.y - before.y) / length) * reach,
  };
};

const samples = 24;

/** Returns a curve as straight segments that are too short to be noticed. */
export const flattened = (curve: Curve): Position[] =>
  Array.from({ length: samples + 1 }, (_, index) => pointAt(curve, index / samples));

const pointAt = ([a, b, c, d]: Curve, t: number): Position => {
  const s = 1 - t;
  const mix = (...[p, q, r, u]: [number, number, number, number]): number =>
    s * s * s * p + 3 * s * s * t * q + 3 * s * t * t * r + t * t * t * u;
  return { x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) };
};

import type { Position } from '../document.ts';
import type { Box } from '../geometry.ts';

export type Polyline = readonly Position[];

const distance = (one: Position, other: Position): number =>
  Math.hypot(other.x - one.x, other.y - one.y);

const mixed = (one: Position, other: Position, at: number): Position => ({
  x: one.x + (other.x - one.x) * at,
  y: one.y + (other.y - one.y) * at,
});

/** Returns the segments of a line, each with its distance from the start of the line. */
const legsOf = (line: Polyline) => {
  let before = 0;
  return line.slice(1).map((to, index) => {
    const from = line[index] ?? to;
    const leg = { from, to, before, length: distance(from, to) };
    before += leg.length;
    return leg;
  });
};

export const lengthOf = (line: Polyline): number => {
  let length = 0;
  for (let at = 1; at < line.length; at += 1) {
    const [from, to] = [line[at - 1], line[at]];
    if (from && to) length += distance(from, to);
  }
  return length;
};

/** Tells if the distance between a point and a line is at most `maxDistance`. */
export const isNear = (line: Polyline, { x, y }: Position, maxDistance: number): boolean => {
  for (let at = 1; at < line.length; at += 1) {
    const [from, to] = [line[at - 1], line[at]];
    if (!from || !to) continue;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const ahead = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1);
    const within = Math.max(0, Math.min(1, ahead));
    const [awayX, awayY] = [from.x + dx * within - x, from.y + dy * within - y];
    if (awayX * awayX + awayY * awayY <= maxDistance * maxDistance) return true;
  }
  return false;
};

/** Returns the point at a fraction of the line's length, from 0 to 1. */
export const pointAlong = (line: Polyline, at: number): Position => {
  let left = lengthOf(line) * Math.max(0, Math.min(1, at));
  for (let next = 1; next < line.length; next += 1) {
    const [from, to] = [line[next - 1], line[next]];
    if (!from || !to) continue;
    const length = distance(from, to);
    if (left <= length) return length === 0 ? from : mixed(from, to, left / length);
    left -= length;
  }
  return line.at(-1) ?? { x: 0, y: 0 };
};

/** `at` is a fraction of the line. `distance` is the distance from the given point, in pixels. */
export type Nearest = { at: number; point: Position; distance: number };

/** Returns the point on a line nearest to a given point. */
export const nearestAlong = (line: Polyline, point: Position): Nearest => {
  const whole = lengthOf(line) || 1;
  const [start = point] = line;
  let nearest: Nearest = { at: 0, point: start, distance: distance(start, point) };
  for (const { from, to, before, length } of legsOf(line)) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const ahead = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (length * length || 1);
    const within = Math.max(0, Math.min(1, ahead));
    const found = mixed(from, to, within);
    const away = distance(found, point);
    if (away < nearest.distance) {
      nearest = { at: (before + within * length) / whole, point: found, distance: away };
    }
  }
  return nearest;
};

/** Returns the smallest box around a line. */
export const extentOf = (line: Polyline): Box => {
  const [first = { x: 0, y: 0 }] = line;
  let { x: left, y: top } = first;
  let { x: right, y: bottom } = first;
  for (const { x, y } of line) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
};

/** Tells if a straight line passes through the inside of a box. */
export const leadsThrough = (from: Position, to: Position, box: Box): boolean =>
  insideOf(from, to, box) !== null;

/**
 * Returns the part of a straight line inside a box, as fractions of the line, or `null` if no part is
 * inside.
 */
export const insideOf = (
  from: Position,
  to: Position,
  { x, y, width, height }: Box,
): { from: number; to: number } | null => {
  const across = partWithin(from.x, to.x, x, x + width);
  const upright = across && partWithin(from.y, to.y, y, y + height);
  if (!upright) return null;
  const part = { from: Math.max(across.from, upright.from), to: Math.min(across.to, upright.to) };
  return part.from < part.to ? part : null;
};

/**
 * Returns the part of the way from `start` to `end` that is between `low` and `high`, as fractions from
 * 0 to 1, or `null` if no part is.
 */
const partWithin = (
  start: number,
  end: number,
  low: number,
  high: number,
): { from: number; to: number } | null => {
  if (Math.max(start, end) <= low || Math.min(start, end) >= high) return null;
  const length = end - start;
  if (length === 0) return { from: 0, to: 1 };
  const [one, other] = [(low - start) / length, (high - start) / length];
  return { from: Math.max(0, Math.min(one, other)), to: Math.min(1, Math.max(one, other)) };
};

/**
 * Returns a line without the points that lie on a straight line between their neighbors, and without
 * repeated points.
 */
export const withoutIdlePoints = (line: Polyline): Position[] => {
  const points: Position[] = [];
  let last: Position | undefined;
  for (let index = 0; index < line.length; index += 1) {
    const [point, next] = [line[index], line[index + 1]];
    if (!point || (last && last.x === point.x && last.y === point.y)) continue;
    if (last && next && isBetween(last, point, next)) continue;
    points.push(point);
    last = point;
  }
  return points;
};

const isBetween = (from: Position, point: Position, to: Position): boolean => {
  const [ax, ay] = [point.x - from.x, point.y - from.y];
  const [bx, by] = [to.x - point.x, to.y - point.y];
  return ax * by === ay * bx && ax * bx + ay * by >= 0;
};

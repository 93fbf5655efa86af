import type { Position } from '../document.ts';
import type { Box } from '../geometry.ts';

export type Polyline = readonly Position[];

const distance = (one: Position, other: Position): number =>
  Math.hypot(other.x - one.x, other.y - one.y);

const mixed = (one: Position, other: Position, at: number): Position => ({
  x: one.x + (other.x - one.x) * at,
  y: one.y + (other.y - one.y) * at,
});

/** Its legs, each with how far along the whole it begins. */
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
  const last = legsOf(line).at(-1);
  return last ? last.before + last.length : 0;
};

/** The point at a place along a line, from 0 to 1. */
export const pointAlong = (line: Polyline, at: number): Position => {
  const wanted = lengthOf(line) * Math.max(0, Math.min(1, at));
  const leg = legsOf(line).find(({ before, length }) => wanted <= before + length);
  if (!leg) return line.at(-1) ?? { x: 0, y: 0 };
  return leg.length === 0 ? leg.from : mixed(leg.from, leg.to, (wanted - leg.before) / leg.length);
};

/** `at` from 0 to 1 along the line, `distance` in pixels from the point asked for. */
export type Nearest = { at: number; point: Position; distance: number };

/** The place along a line that is nearest to a point. */
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

/** The smallest box around a line. */
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

/** Whether a straight line leads through the inside of a box. */
export const leadsThrough = (
  from: Position,
  to: Position,
  { x, y, width, height }: Box,
): boolean => {
  const across = partWithin(from.x, to.x, x, x + width);
  const upright = across && partWithin(from.y, to.y, y, y + height);
  return !!upright && Math.max(across.from, upright.from) < Math.min(across.to, upright.to);
};

/** The part of a way, from 0 to 1, on which a value is between two others. */
const partWithin = (
  start: number,
  end: number,
  low: number,
  high: number,
): { from: number; to: number } | null => {
  if (Math.max(start, end) <= low || Math.min(start, end) >= high) return null;
  const way = end - start;
  if (way === 0) return { from: 0, to: 1 };
  const [one, other] = [(low - start) / way, (high - start) / way];
  return { from: Math.max(0, Math.min(one, other)), to: Math.min(1, Math.max(one, other)) };
};

/** Without points that lie on the way between their neighbours. */
export const withoutIdlePoints = (line: Polyline): Position[] => {
  const kept: Position[] = [];
  for (const [index, point] of line.entries()) {
    const last = kept.at(-1);
    const next = line[index + 1];
    if (last && last.x === point.x && last.y === point.y) continue;
    const isIdle = last && next && isBetween(last, point, next);
    if (!isIdle) kept.push(point);
  }
  return kept;
};

const isBetween = (from: Position, point: Position, to: Position): boolean => {
  const [ax, ay] = [point.x - from.x, point.y - from.y];
  const [bx, by] = [to.x - point.x, to.y - point.y];
  return ax * by === ay * bx && ax * bx + ay * by >= 0;
};

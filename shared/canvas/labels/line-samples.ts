import type { Position } from '../document.ts';
import type { Box } from '../geometry.ts';
import { lengthOf, type Polyline } from '../routing/polyline.ts';

/**
 * A point on a line, with the direction of the line at this point and the distance from the start of the
 * line.
 */
export type Sample = Position & { dx: number; dy: number; distance: number };

/**
 * Returns points on a line at equal distances (`step`). They are on both sides of the point at the
 * distance `middle` from the start of the line, and at most `reach` away from this point. The points
 * nearest to it come first.
 */
export const samplesAround = (
  line: Polyline,
  { middle, step, reach }: { middle: number; step: number; reach: number },
): Sample[] => {
  const length = lengthOf(line);
  const steps = Math.floor(reach / step);
  const wanted: number[] = [];
  for (let at = -steps; at <= steps; at += 1) {
    const distance = middle + at * step;
    if (distance >= 0 && distance <= length) wanted.push(distance);
  }
  const samples = samplesAt(line, wanted);
  return samples.toSorted(
    (one, other) => Math.abs(one.distance - middle) - Math.abs(other.distance - middle),
  );
};

/**
 * Returns the points at the given distances from the start of the line. The distances must be in
 * ascending order.
 */
const samplesAt = (line: Polyline, wanted: readonly number[]): Sample[] => {
  const samples: Sample[] = [];
  let before = 0;
  let next = 0;
  for (let at = 1; at < line.length && next < wanted.length; at += 1) {
    const [from, to] = [line[at - 1], line[at]];
    if (!from || !to) break;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [dx, dy] = [(to.x - from.x) / (length || 1), (to.y - from.y) / (length || 1)];
    const isLast = at === line.length - 1;
    for (let distance = wanted[next]; distance !== undefined; distance = wanted[next]) {
      if (distance > before + length && !isLast) break;
      const along = Math.min(length, distance - before);
      samples.push({ x: from.x + dx * along, y: from.y + dy * along, dx, dy, distance });
      next += 1;
    }
    before += length;
  }
  return samples;
};

/**
 * The length above which a line gets no boxes, in pixels. Without this limit, one flow could fill the
 * memory.
 */
const longest = 20_000;

/**
 * The longest part of a slanted line in one box, in pixels. Longer boxes would not follow the line
 * closely.
 */
const maxBoxLength = 24;

/** Returns boxes that together cover a line. */
export const boxesAlong = (line: Polyline): Box[] => {
  if (lengthOf(line) > longest) return [];
  return line.slice(1).flatMap((to, index) => {
    const from = line[index] ?? to;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const isLevel = Math.abs(dx) < 1 || Math.abs(dy) < 1;
    const count = isLevel ? 1 : Math.max(1, Math.ceil(Math.hypot(dx, dy) / maxBoxLength));
    return Array.from({ length: count }, (_, part): Box => {
      const [x, y] = [from.x + (dx * part) / count, from.y + (dy * part) / count];
      const [endX, endY] = [x + dx / count, y + dy / count];
      return {
        x: Math.min(x, endX) - 0.5,
        y: Math.min(y, endY) - 0.5,
        width: Math.abs(endX - x) + 1,
        height: Math.abs(endY - y) + 1,
      };
    });
  });
};

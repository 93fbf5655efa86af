import type { Position } from '../document.ts';
import { lengthOf, type Polyline } from '../routing/polyline.ts';
import type { Piece } from './box-grid.ts';

/**
 * A point on a line, with the direction of the line at this point and the distance from the start of the
 * line.
 */
export type Sample = Position & { dx: number; dy: number; distance: number };

/**
 * Returns a function that gives a point on a line for an index. The points are at equal distances
 * (`step`), on both sides of the point at the distance `middle` from the start of the line, and at most
 * `reach` away from this point. The points nearest to it come first. Each point is computed when it is
 * first asked for, because the first few points are usually enough.
 */
export const samplesAround = (
  line: Polyline,
  { middle, step, reach }: { middle: number; step: number; reach: number },
): ((index: number) => Sample | undefined) => {
  const legs = legsOf(line);
  const samples: Sample[] = [];
  const steps = 2 * Math.floor(reach / step);
  let next = 0;
  return (index) => {
    while (samples.length <= index && next <= steps) {
      const away = Math.ceil(next / 2) * step;
      const sample = sampleAt(legs, next % 2 === 0 ? middle + away : middle - away);
      if (sample) samples.push(sample);
      next += 1;
    }
    return samples[index];
  };
};

/** A segment of a line, with its direction and its distance from the start of the line. */
type Leg = { from: Position; dx: number; dy: number; before: number; length: number };

const legsOf = (line: Polyline): Leg[] => {
  const legs: Leg[] = [];
  let before = 0;
  for (let at = 1; at < line.length; at += 1) {
    const [from, to] = [line[at - 1], line[at]];
    if (!from || !to) continue;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [dx, dy] = [(to.x - from.x) / (length || 1), (to.y - from.y) / (length || 1)];
    legs.push({ from, dx, dy, before, length });
    before += length;
  }
  return legs;
};

/** Returns the point at a distance from the start of a line, or `undefined` if it is not on the line. */
const sampleAt = (legs: readonly Leg[], distance: number): Sample | undefined => {
  const leg = legs.find(({ before, length }) => distance <= before + length);
  if (!leg || distance < 0) return undefined;
  const { from, dx, dy } = leg;
  const along = distance - leg.before;
  return { x: from.x + dx * along, y: from.y + dy * along, dx, dy, distance };
};

/**
 * The length above which a line has no pieces, in pixels. Without this limit, one flow could fill the
 * memory.
 */
const longest = 20_000;

/**
 * The longest piece of a slanted line, in pixels. The box around a longer piece would reach far away from
 * the line, so the piece would be compared with many texts that it does not touch.
 */
const maxPieceLength = 96;

/** Returns the straight pieces of a line. */
export const piecesOf = (line: Polyline): Piece[] => {
  const pieces: Piece[] = [];
  if (lengthOf(line) > longest) return pieces;
  for (let at = 1; at < line.length; at += 1) {
    const [start, end] = [line[at - 1], line[at]];
    if (!start || !end) continue;
    const [dx, dy] = [end.x - start.x, end.y - start.y];
    const isLevel = Math.abs(dx) < 1 || Math.abs(dy) < 1;
    const count = isLevel ? 1 : Math.max(1, Math.ceil(Math.hypot(dx, dy) / maxPieceLength));
    let from = start;
    for (let part = 1; part <= count; part += 1) {
      const to = { x: start.x + (dx * part) / count, y: start.y + (dy * part) / count };
      pieces.push({ from, to });
      from = to;
    }
  }
  return pieces;
};

import type { Position } from '../document.ts';
import { withoutIdlePoints, type Polyline } from './polyline.ts';
import { flattened, type Curve } from './smooth.ts';

/**
 * `path` is a line as an SVG path. `segments` has the parts of the line, each from one end or bend to
 * the next.
 */
export type DrawnLine = { path: string; segments: readonly Polyline[] };

export const curved = (curves: readonly Curve[]): DrawnLine => {
  const [first] = curves;
  const legs = curves.map(([, one, two, end]) => `C${spot(one)} ${spot(two)} ${spot(end)}`);
  return {
    path: [...(first ? [`M${spot(first[0])}`] : []), ...legs].join(' '),
    segments: curves.map(flattened),
  };
};

export const straight = (segments: readonly Polyline[]): DrawnLine => ({
  path: `M${withoutIdlePoints(segments.flat()).map(spot).join(' L')}`,
  segments,
});

const cornerRadius = 6;

export const stepped = (segments: readonly Polyline[]): DrawnLine => {
  const line = withoutIdlePoints(segments.flat());
  const parts = line.map((point, index) => {
    const [before, after] = [line[index - 1], line[index + 1]];
    if (!before) return `M${spot(point)}`;
    if (!after) return `L${spot(point)}`;
    const [into, out] = [near(point, before), near(point, after)];
    return `L${spot(into)} Q${spot(point)} ${spot(out)}`;
  });
  return { path: parts.join(' '), segments };
};

/**
 * Returns the point between a corner and `next` where the rounding of the corner begins or ends. It is
 * at most halfway to `next`.
 */
const near = (corner: Position, next: Position): Position => {
  const [dx, dy] = [next.x - corner.x, next.y - corner.y];
  const length = Math.hypot(dx, dy) || 1;
  const part = Math.min(cornerRadius, length / 2) / length;
  return { x: corner.x + dx * part, y: corner.y + dy * part };
};

const spot = ({ x, y }: Position): string => `${round(x)},${round(y)}`;
const round = (value: number): number => Math.round(value * 10) / 10;

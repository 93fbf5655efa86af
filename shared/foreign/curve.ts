import type { Position } from '../canvas/document.ts';
import type { Box } from '../canvas/geometry.ts';

/** Matches names of trust boundaries, such as “Trust zone” and “Internet boundary”. */
export const boundaryWords = /trust[\s_-]*(?:boundary|zone|border)|\bboundary\b/i;

/**
 * The minimum size of a boundary that was drawn as a line, in pixels. A smaller box would be hard to see
 * and to grab.
 */
const minSide = 40;

const finite = ({ x, y }: Position): boolean => Number.isFinite(x) && Number.isFinite(y);

/**
 * Returns the box around the points with finite coordinates, or undefined if there are no such points.
 */
export const boxAround = (points: readonly Position[]): Box | undefined => {
  const known = points.filter(finite);
  const [first] = known;
  if (!first) return undefined;
  let [left, top, right, bottom] = [first.x, first.y, first.x, first.y];
  for (const { x, y } of known) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
};

/**
 * Returns the box, the outline, and the attributes of a boundary that was drawn as a line. Parapet can
 * draw only the box. The outline surrounds the area between the line and the straight line through its
 * ends. An attribute keeps the points of the line.
 */
export const lineBoundary = (points: readonly Position[]) => {
  const known = points.filter(finite);
  const box = boxAround(known);
  if (!box) return { box: undefined, attributes: {} };
  const width = Math.max(minSide, box.width);
  const height = Math.max(minSide, box.height);
  return {
    box: {
      x: box.x - (width - box.width) / 2,
      y: box.y - (height - box.height) / 2,
      width,
      height,
    },
    outline: known,
    attributes: { line: known.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join(' ') },
  };
};

const steps = 16;

/**
 * Returns points on a curve that leads from `start` to `end`, passes through `through`, and has one
 * bend.
 */
export const bentThrough = (start: Position, through: Position, end: Position): Position[] => {
  const control = {
    x: 2 * through.x - (start.x + end.x) / 2,
    y: 2 * through.y - (start.y + end.y) / 2,
  };
  return Array.from({ length: steps + 1 }, (_, at) => {
    const t = at / steps;
    const along = (key: 'x' | 'y') =>
      (1 - t) ** 2 * start[key] + 2 * t * (1 - t) * control[key] + t ** 2 * end[key];
    return { x: along('x'), y: along('y') };
  });
};

import type { Position } from '../canvas/document.ts';
import type { Box } from '../canvas/geometry.ts';

/** The smallest side of a boundary that was drawn as a line. Its box can then be seen and grabbed. */
const minSide = 40;

const finite = ({ x, y }: Position): boolean => Number.isFinite(x) && Number.isFinite(y);

/** Returns the box around points, or undefined if there are none. */
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
 * Returns a boundary that was drawn as a line. We can draw only its box. The outline gives the area
 * between the line and its chord, and an attribute keeps the points.
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

/** Returns points of a curve with one bend that passes through a given point. */
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

import type { Box } from '../canvas/geometry.ts';

/** Finds the items near a box. */
type GridIndex<T> = { add: (box: Box, item: T) => void; near: (box: Box) => Set<T> };

const squareSize = 240;
/** An item that covers more squares than this is in none of them. It is returned by every search. */
const maxSquares = 400;

/** Returns an empty index. Building it takes time and memory in proportion to the boxes' area. */
export const gridIndex = <T>(): GridIndex<T> => {
  const squares = new Map<string, T[]>();
  const everywhere: T[] = [];
  return {
    add: (box, item) => {
      const keys = squaresOf(box);
      if (!keys) return void everywhere.push(item);
      for (const key of keys) {
        const known = squares.get(key);
        if (known) known.push(item);
        else squares.set(key, [item]);
      }
    },
    near: (box) => {
      const keys = squaresOf(box);
      const lists = keys ? keys.map((key) => squares.get(key) ?? []) : [...squares.values()];
      const found = new Set(everywhere);
      for (const list of lists) for (const item of list) found.add(item);
      return found;
    },
  };
};

/** Far below 2 ** 53, beyond which adding 1 changes nothing and the loop would never end. */
const farthest = 2 ** 50;

/** Returns `null` for the enormous sizes and positions that documents of other tools may have. */
const squaresOf = ({ x, y, width, height }: Box): string[] | null => {
  if ([x, y, x + width, y + height].some((value) => !(Math.abs(value) < farthest))) return null;
  const [left, right] = [squareAt(x), squareAt(x + width)];
  const [top, bottom] = [squareAt(y), squareAt(y + height)];
  if (!((right - left + 1) * (bottom - top + 1) <= maxSquares)) return null;
  const found: string[] = [];
  for (let column = left; column <= right; column += 1) {
    for (let row = top; row <= bottom; row += 1) found.push(`${column},${row}`);
  }
  return found;
};

const squareAt = (value: number): number => Math.floor(value / squareSize);

import type { Box } from '../canvas/geometry.ts';

/** A set of items, each with a box. `near` finds the items whose boxes may overlap a given box. */
type GridIndex<T> = { add: (box: Box, item: T) => void; near: (box: Box) => Set<T> };

const squareSize = 240;
/**
 * The largest number of squares for an item. An item that covers more squares is in none of them, and
 * every search returns it.
 */
const maxSquares = 400;

/** Returns an empty index. Adding a box takes time and memory in proportion to the box's area. */
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

/**
 * The coordinates of a box must be smaller than this, in pixels. Without this limit, the loop in
 * `squaresOf` might never end, because adding 1 to a number above 2 ** 53 changes nothing.
 */
const farthest = 2 ** 50;

/**
 * Returns the keys of the squares that a box covers. Returns `null` for the enormous sizes and positions
 * that documents of other tools may have.
 */
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

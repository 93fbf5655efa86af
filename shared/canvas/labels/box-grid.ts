import { grown, type Box } from '../geometry.ts';

/** Finds the boxes that overlap a given box, without comparing it with boxes that are far away. */
export type BoxGrid = {
  add: (box: Box, owner?: number) => void;
  /** Tells if a box overlaps one in the grid. Boxes of the owner `except` are ignored. */
  overlaps: (box: Box, except?: number) => boolean;
  /** Returns the owners of the boxes that overlap a box, in the order in which they were added. */
  ownersAt: (box: Box) => number[];
};

type Entry = { box: Box; owner: number; order: number };

/** In pixels. About the size of an element, so that a label touches a few cells with few boxes. */
const cellSize = 128;
/** A box that would cover more cells is kept in a separate list, which every search compares. */
const maxCells = 400;
/** The cost of returning a box that was found, as a number of comparisons. */
const listing = 20;

export const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/**
 * `left` is the number of comparisons that may still be made. It limits the time for a drawing with
 * everything in one place.
 */
export type Effort = { left: number };

export const boxGrid = (effort: Effort = { left: Infinity }): BoxGrid => {
  const cells = new Map<number, Entry[]>();
  const large: Entry[] = [];
  let count = 0;

  /** Returns the lists that contain all boxes that may overlap a box. */
  const near = (box: Box): Entry[][] => {
    const { left, top, right, bottom } = cellsOf(box);
    if ((right - left + 1) * (bottom - top + 1) > maxCells) return [large, ...cells.values()];
    const found: Entry[][] = large.length > 0 ? [large] : [];
    for (let y = top; y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) {
        const entries = cells.get(keyOf(x, y));
        if (entries) found.push(entries);
      }
    }
    return found;
  };

  return {
    add: (box, owner = -1) => {
      const entry = { box, owner, order: count };
      count += 1;
      const { left, top, right, bottom } = cellsOf(box);
      if ((right - left + 1) * (bottom - top + 1) > maxCells) {
        large.push(entry);
        return;
      }
      for (let y = top; y <= bottom; y += 1) {
        for (let x = left; x <= right; x += 1) {
          const key = keyOf(x, y);
          const entries = cells.get(key);
          if (entries) entries.push(entry);
          else cells.set(key, [entry]);
        }
      }
    },
    overlaps: (box, except) => {
      if (effort.left <= 0) return false;
      for (const entries of near(box)) {
        effort.left -= entries.length;
        for (const entry of entries) {
          if (overlap(entry.box, box) && (except === undefined || entry.owner !== except)) {
            return true;
          }
        }
      }
      return false;
    },
    ownersAt: (box) => {
      if (effort.left <= 0) return [];
      const found = new Map<number, number>();
      for (const entries of near(box)) {
        effort.left -= entries.length;
        for (const entry of entries) {
          if (overlap(entry.box, box)) found.set(entry.order, entry.owner);
        }
      }
      effort.left -= found.size * listing;
      return [...found].toSorted(([one], [other]) => one - other).map(([, owner]) => owner);
    },
  };
};

const cellsOf = ({ x, y, width, height }: Box) => ({
  left: Math.floor(x / cellSize),
  top: Math.floor(y / cellSize),
  right: Math.floor((x + width) / cellSize),
  bottom: Math.floor((y + height) / cellSize),
});

/** Returns the key of a cell. It is unique, because coordinates of drawings are at most some millions. */
const keyOf = (x: number, y: number): number => (x + 0x80_000) * 0x200_000 + (y + 0x80_000);

/** Returns a box with a margin, which keeps it at a distance from others. */
export const spaced = (box: Box, distance = 2): Box => grown(box, distance);

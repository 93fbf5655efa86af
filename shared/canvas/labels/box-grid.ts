import { grown, overlap, type Box } from '../geometry.ts';

/**
 * A set of boxes that can be searched for overlaps with a given box, without comparing boxes that are
 * far away.
 */
export type BoxGrid = {
  add: (box: Box, owner?: number) => void;
  /** Tells if a box overlaps any box in the grid. Boxes of the owner `except` are ignored. */
  overlaps: (box: Box, except?: number) => boolean;
  /**
   * Returns the owners of the boxes in the grid that overlap a box, in the order in which these boxes
   * were added.
   */
  ownersAt: (box: Box) => number[];
};

type Entry = { box: Box; owner: number; order: number };

/**
 * The width and height of a cell, in pixels. This is about the size of an element, so a label touches
 * only a few cells, and a cell has only a few boxes.
 */
const cellSize = 128;
/**
 * The largest number of cells for a box. A box that would cover more cells is kept in a separate list,
 * which every search goes through.
 */
const maxCells = 400;
/** The cost of returning one found box, in comparisons (see `Effort`). */
const listing = 20;

/**
 * `left` is the number of comparisons that may still be made. At 0, every search finds nothing. This
 * limit bounds the time for a drawing in which everything is in one place, because each search in such a
 * drawing compares nearly all boxes.
 */
export type Effort = { left: number };

export const boxGrid = (effort: Effort = { left: Infinity }): BoxGrid => {
  const cells = new Map<number, Entry[]>();
  const large: Entry[] = [];
  let count = 0;

  /** Returns lists that together contain every box that may overlap the given box. */
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

/**
 * Returns the key of a cell. The key is unique, because coordinates of drawings are at most some
 * millions.
 */
const keyOf = (x: number, y: number): number => (x + 0x80_000) * 0x200_000 + (y + 0x80_000);

/** Returns a box enlarged by a margin, so that other boxes keep a distance from it. */
export const spaced = (box: Box, distance = 2): Box => grown(box, distance);

import type { Position } from '../document.ts';
import { grown, overlap, type Box } from '../geometry.ts';
import { leadsThrough } from '../routing/polyline.ts';

/** A straight piece of a line. */
export type Piece = { from: Position; to: Position };

/**
 * A set of boxes and lines that can be searched for overlaps with a given box, without comparing boxes
 * that are far away.
 */
export type BoxGrid = {
  add: (box: Box, owner?: number) => void;
  addLine: (piece: Piece, owner: number) => void;
  /** Tells if a box overlaps any box or line in the grid. Those of the owner `except` are ignored. */
  overlaps: (box: Box, except?: number) => boolean;
  /**
   * Returns the owners of the boxes and lines in the grid that overlap a box, in the order in which they
   * were added.
   */
  ownersAt: (box: Box) => number[];
};

/** If `piece` is given, `box` is the box around it, and only the line itself overlaps others. */
type Entry = { box: Box; owner: number; order: number; piece: Piece | null };

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

  /** Returns lists that together contain every box and line that may overlap the given box. */
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

  const add = (box: Box, owner: number, piece: Piece | null): void => {
    const entry = { box, owner, order: count, piece };
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
  };

  return {
    add: (box, owner = -1) => add(box, owner, null),
    addLine: (piece, owner) => add(boxAlong(piece), owner, piece),
    overlaps: (box, except) => {
      if (effort.left <= 0) return false;
      for (const entries of near(box)) {
        effort.left -= entries.length;
        for (const entry of entries) {
          const isAsked = except === undefined || entry.owner !== except;
          if (isAsked && overlaps(entry, box)) return true;
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
          if (overlaps(entry, box)) found.set(entry.order, entry.owner);
        }
      }
      effort.left -= found.size * listing;
      return [...found].toSorted(([one], [other]) => one - other).map(([, owner]) => owner);
    },
  };
};

/** Half the width of a line, in pixels. */
const halfLine = 0.5;

const boxAlong = ({ from, to }: Piece): Box => ({
  x: Math.min(from.x, to.x) - halfLine,
  y: Math.min(from.y, to.y) - halfLine,
  width: Math.abs(to.x - from.x) + 2 * halfLine,
  height: Math.abs(to.y - from.y) + 2 * halfLine,
});

const overlaps = ({ box, piece }: Entry, other: Box): boolean =>
  overlap(box, other) && (!piece || leadsThrough(piece.from, piece.to, grown(other, halfLine)));

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

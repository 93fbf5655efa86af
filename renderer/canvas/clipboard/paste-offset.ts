import type { Position } from '#shared/canvas/document.ts';
import { centreOf, holdsPoint, type Box } from '#shared/canvas/geometry.ts';
import { gridStep } from '../edits/element-edits.ts';

type PasteSituation = {
  /** The bounding box of the copied elements, at their original position. */
  box: Box;
  /**
   * The position of the pointer or the menu, or `null` if there is none. The pasted elements are
   * centered there.
   */
  at: Position | null;
  /** The visible part of the canvas. */
  view: Box;
  /** True if at least one of the original elements is on the open canvas. */
  isBesideOriginal: boolean;
  /** The number of earlier pastes of the same content at this position. */
  times: number;
};

export const pasteStep = 20;

/** Returns `by` or, if the box would overlap other boxes there, the first free offset below. */
export const besideOthers = (box: Box, by: Position, others: readonly Box[]): Position => {
  let { y } = by;
  // Each round moves the box below at least one more of `others`. So after this many rounds, the box is
  // below all of them.
  for (let round = 0; round < others.length; round += 1) {
    const moved = { ...box, x: box.x + by.x, y: box.y + y };
    const under = others.filter((other) => overlaps(moved, other));
    if (under.length === 0) break;
    const lowest = Math.max(...under.map((other) => other.y + other.height));
    y = Math.ceil((lowest + 2 * pasteStep - box.y) / gridStep) * gridStep;
  }
  return { x: by.x, y };
};

const overlaps = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const onGrid = (value: number): number => Math.round(value / gridStep) * gridStep;
const between = (from: Position, to: Position): Position => ({
  x: onGrid(to.x - from.x),
  y: onGrid(to.y - from.y),
});

/**
 * Returns the offset of the pasted elements from the originals. If the pointer is over the originals,
 * the pointer is ignored, and the copy goes beside the originals.
 */
export const pasteOffset = ({
  box,
  at,
  view,
  isBesideOriginal,
  times,
}: PasteSituation): Position => {
  const middle = centreOf(box);
  const pointer = at && !(isBesideOriginal && holdsPoint(box, at)) ? at : null;
  const wanted = pointer ?? (holdsPoint(view, middle) ? middle : centreOf(view));
  const by = between(middle, wanted);
  const steps = times + (isBesideOriginal && wanted === middle ? 1 : 0);
  return { x: by.x + steps * pasteStep, y: by.y + steps * pasteStep };
};

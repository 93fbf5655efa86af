import type { Position } from '#shared/canvas/document.ts';
import { centreOf, holdsPoint, type Box } from '#shared/canvas/geometry.ts';
import { gridStep } from '../changes/add-element.ts';

type Wish = {
  /** Around what is pasted, where it was copied. */
  box: Box;
  /** Where its middle is to be; `null` where the person said nothing of that. */
  at: Position | null;
  /** What is seen of the canvas. */
  view: Box;
  /** Whether what was copied still stands at its place. */
  isBesideOriginal: boolean;
  /** How often the same was pasted there before. */
  times: number;
};

export const pasteStep = 20;

/** Down from there to the first place where it lies on nothing that stands. */
export const besideOthers = (box: Box, by: Position, others: readonly Box[]): Position => {
  let { y } = by;
  // Each look goes below one more of them, so there are never more looks than others.
  for (let looks = 0; looks < others.length; looks += 1) {
    const place = { ...box, x: box.x + by.x, y: box.y + y };
    const under = others.filter((other) => overlaps(place, other));
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
 * How far from where it was copied it is pasted. A hand that rests on the original says nothing of
 * a place: then it comes beside it, as it does without a hand.
 */
export const placePaste = ({ box, at, view, isBesideOriginal, times }: Wish): Position => {
  const middle = centreOf(box);
  const said = at && !(isBesideOriginal && holdsPoint(box, at)) ? at : null;
  const wanted = said ?? (holdsPoint(view, middle) ? middle : centreOf(view));
  const by = between(middle, wanted);
  const steps = times + (isBesideOriginal && wanted === middle ? 1 : 0);
  return { x: by.x + steps * pasteStep, y: by.y + steps * pasteStep };
};

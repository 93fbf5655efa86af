import type { CanvasDocument } from '#shared/canvas/document.ts';
import { flowsWithin } from '#shared/canvas/flow-ends.ts';
import { centreOf, holdsBox, type Box } from '#shared/canvas/geometry.ts';
import { nodesWithin, placementOf } from '#shared/canvas/placement.ts';
import { everywhere, type Region } from './shown.ts';

/** With more than this in view, React Flow takes seconds to show it and cannot move it smoothly. */
const mostInView = { nodes: 400, flows: 600 };

/** Coming back it has to be clearly less, so that a hand at the threshold does not flicker. */
const comingBack = 0.75;

/** How far around what is seen React Flow is given elements, as a part of the view. */
const margin = 0.35;

/** A region so much larger than the view, after zooming in, is more than is needed. */
const mostTooLarge = 4;

/**
 * The region of which React Flow is given the elements while `view` is seen; `null` where that is
 * too much, and the overview is painted instead. The same object as before while it still serves.
 */
export const regionFor = (document: CanvasDocument, view: Box, before: Region): Region => {
  const { nodes, edges } = document;
  if (nodes.length <= mostInView.nodes && edges.length <= mostInView.flows) return everywhere;
  const part = before ? 1 : comingBack;
  const isTooMuch =
    nodesWithin(placementOf(document), view).length > mostInView.nodes * part ||
    flowsWithin(document, view).length > mostInView.flows * part;
  if (isTooMuch) return null;
  const serves =
    before && before.width < view.width * mostTooLarge && holdsBox(before, view) ? before : null;
  return serves ?? grown(view);
};

const grown = ({ x, y, width, height }: Box): Box => ({
  x: x - width * margin,
  y: y - height * margin,
  width: width * (1 + 2 * margin),
  height: height * (1 + 2 * margin),
});

/** More than this come into view or leave it on every step of zooming: too many to mount. */
const mostWhileZooming = 120;

export const isCrowded = (document: CanvasDocument, view: Box): boolean =>
  nodesWithin(placementOf(document), view).length > mostWhileZooming;

/** Whether what is seen is for the most part not what React Flow has, so that it has to be mounted. */
export const isElsewhere = (region: Region, view: Box): boolean =>
  !region || !holdsBox(region, partOf(view, 0.5));

const steps = 8;

/**
 * Regions that grow from the middle of the view, each by about as many nodes, to the one wanted;
 * those that are larger than what React Flow has already.
 */
export const stepsTo = (region: Box, view: Box, before: Region): Box[] => [
  ...Array.from({ length: steps - 1 }, (_, at) => partOf(view, Math.sqrt((at + 1) / steps))).filter(
    (step) => !before || !holdsBox(before, step),
  ),
  region,
];

/** The middle of a box, so much of it in width and height. */
const partOf = (box: Box, part: number): Box => {
  const [width, height] = [box.width * part, box.height * part];
  const { x, y } = centreOf(box);
  return { x: x - width / 2, y: y - height / 2, width, height };
};

import type { CanvasDocument } from '#shared/canvas/document.ts';
import { flowsWithin } from '#shared/canvas/flow-ends.ts';
import { centreOf, holdsBox, type Box } from '#shared/canvas/geometry.ts';
import { nodesWithin, placementOf } from '#shared/canvas/placement.ts';
import { everywhere, type Region } from '../state/drawn-elements.ts';

/**
 * With more elements than this in view, React Flow takes seconds to show them and cannot pan
 * smoothly.
 */
const maxInView = { nodes: 400, flows: 600 };

/**
 * On the overview, React Flow gets elements again only if their number drops to this fraction of the
 * limit. Otherwise each small movement at the limit would switch between React Flow and the overview,
 * and the canvas would flicker.
 */
const comingBack = 0.75;

/**
 * The distance by which React Flow's region extends beyond the view on each side, as a fraction of the
 * view.
 */
const margin = 0.35;

/**
 * If the region is this many times wider than the view after zooming in, a smaller region replaces it.
 */
const maxRatio = 4;

/**
 * Returns the region whose elements React Flow gets for `view`. Returns `null` if these are too many
 * elements, so that the overview is painted instead. Returns `before` while it still covers the view.
 */
export const mountedRegion = (document: CanvasDocument, view: Box, before: Region): Region => {
  const { nodes, edges } = document;
  if (nodes.length <= maxInView.nodes && edges.length <= maxInView.flows) return everywhere;
  const part = before ? 1 : comingBack;
  const isTooMuch =
    nodesWithin(placementOf(document), view).length > maxInView.nodes * part ||
    flowsWithin(document, view).length > maxInView.flows * part;
  if (isTooMuch) return null;
  const serves =
    before && before.width < view.width * maxRatio && holdsBox(before, view) ? before : null;
  return serves ?? grown(view);
};

const grown = ({ x, y, width, height }: Box): Box => ({
  x: x - width * margin,
  y: y - height * margin,
  width: width * (1 + 2 * margin),
  height: height * (1 + 2 * margin),
});

/**
 * With more nodes than this in view, the overview is painted during zooming, because each zoom step
 * would mount and unmount too many elements.
 */
const maxWhileZooming = 120;

export const isCrowded = (document: CanvasDocument, view: Box): boolean =>
  nodesWithin(placementOf(document), view).length > maxWhileZooming;

/**
 * Tells if the region does not cover the middle of the view, so that React Flow lacks many elements in
 * view.
 */
export const isElsewhere = (region: Region, view: Box): boolean =>
  !region || !holdsBox(region, partOf(view, 0.5));

const steps = 8;

/**
 * Returns regions that grow from the center of the view to the wanted region, each by about the
 * same number of nodes. Skips regions whose elements React Flow already has.
 */
export const mountingSteps = (region: Box, view: Box, before: Region): Box[] => [
  ...Array.from({ length: steps - 1 }, (_, at) => partOf(view, Math.sqrt((at + 1) / steps))).filter(
    (step) => !before || !holdsBox(before, step),
  ),
  region,
];

/** Returns a box with a fraction of the width and height of another box, around the same center. */
const partOf = (box: Box, part: number): Box => {
  const [width, height] = [box.width * part, box.height * part];
  const { x, y } = centreOf(box);
  return { x: x - width / 2, y: y - height / 2, width, height };
};

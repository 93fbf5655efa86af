import type { CanvasDocument } from '#shared/canvas/document.ts';
import { flowsWithin } from '#shared/canvas/flow-ends.ts';
import { centreOf, commonBox, holdsBox, type Box } from '#shared/canvas/geometry.ts';
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
 * `isOverview` tells if the overview is shown now.
 */
export const mountedRegion = (
  document: CanvasDocument,
  view: Box,
  before: Region,
  isOverview = before === null,
): Region => {
  const { nodes, edges } = document;
  if (nodes.length <= maxInView.nodes && edges.length <= maxInView.flows) return everywhere;
  const part = isOverview ? comingBack : 1;
  const isTooMuch =
    nodesWithin(placementOf(document), view).length > maxInView.nodes * part ||
    flowsWithin(document, view).length > maxInView.flows * part;
  if (isTooMuch) return null;
  const serves =
    before && before.width < view.width * maxRatio && holdsBox(before, view) ? before : null;
  return serves ?? partOf(view, 1 + 2 * margin);
};

/**
 * With more nodes than this in view, React Flow has no nodes during zooming. It mounts the nodes of its
 * region only while they are in view, so each zoom step would mount and unmount too many of them.
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

/** The average number of nodes that one step mounts, unless this would need more than `maxSteps`. */
const nodesInStep = 8;
const maxSteps = 24;

/**
 * Returns regions that grow, each by the same area, until they cover the view, and then the wanted region.
 * The rest of the wanted region needs no steps, because React Flow mounts only what is in view. The first
 * region grows from the part of the view that React Flow has already, or from the center of the view.
 */
export const mountingSteps = (
  document: CanvasDocument,
  region: Box,
  view: Box,
  before: Region,
): Box[] => {
  const center = { ...centreOf(view), width: 0, height: 0 };
  const from = (before && commonBox(before, view)) ?? center;
  const placement = placementOf(document);
  const added = nodesWithin(placement, view).length - nodesWithin(placement, from).length;
  const count = Math.min(maxSteps, Math.ceil(added / nodesInStep));
  const steps = Array.from({ length: count }, (_, at) =>
    between(from, view, growth(from, view, (at + 1) / count)),
  );
  return [...steps, region];
};

/** Returns the box at the fraction `at` of the way from one box to another. */
const between = (from: Box, to: Box, at: number): Box => ({
  x: from.x + (to.x - from.x) * at,
  y: from.y + (to.y - from.y) * at,
  width: from.width + (to.width - from.width) * at,
  height: from.height + (to.height - from.height) * at,
});

/**
 * Returns the fraction of the way from one box to a larger box at which the area has grown by the given
 * part of the whole growth.
 */
const growth = (from: Box, to: Box, part: number): number => {
  const [width, height] = [to.width - from.width, to.height - from.height];
  const square = width * height;
  const linear = from.width * height + from.height * width;
  const all = square + linear;
  if (all <= 0) return part;
  // The usual form of this root would subtract nearly equal numbers if only one side grows.
  return (2 * part * all) / (linear + Math.sqrt(linear ** 2 + 4 * square * part * all));
};

/** Returns a box with a fraction of the width and height of another box, around the same center. */
const partOf = (box: Box, part: number): Box => {
  const [width, height] = [box.width * part, box.height * part];
  const { x, y } = centreOf(box);
  return { x: x - width / 2, y: y - height / 2, width, height };
};

import type { CanvasDocument, Position } from '#shared/canvas/document.ts';
import { roleOf } from '#shared/canvas/element-kinds.ts';
import { flowEndsOf, flowsWithin } from '#shared/canvas/flow-ends.ts';
import { grown, holdsBox, holdsPoint, type Box } from '#shared/canvas/geometry.ts';
import {
  boxAt,
  isFrame,
  nodesWithin,
  placementOf,
  type Placement,
} from '#shared/canvas/placement.ts';

/** The smallest size, in window pixels, of a box that a point can hit. */
const minBox = 3;
/** The largest distance, in window pixels, between the line of a flow and a point that hits the flow. */
const flowReach = 5;
/** Below this zoom, flows are ignored, because they are so dense that every point is on one. */
const flowsFrom = 0.06;
/**
 * The largest distance, in window pixels, between the outline of a boundary and a point that hits the
 * boundary.
 */
const edgeReach = 6;
/** The area of a boundary's name, in window pixels. Like the outline, it can be clicked and dragged. */
const nameStrip = { width: 160, height: 22 };
/**
 * A boundary that appears smaller than this, in window pixels, can be clicked and dragged anywhere
 * inside.
 */
const smallBoundary = { width: 140, height: 90 };

/**
 * Returns the element at a point of the overview: a box, otherwise a flow, otherwise a boundary. Returns
 * `null` if there is none. As on the zoomed-in canvas, the inside of a large boundary counts as empty.
 * `point` is in canvas coordinates.
 */
export const elementAtPoint = (
  document: CanvasDocument,
  point: Position,
  zoom: number,
): string | null => {
  const placement = placementOf(document);
  const reach = Math.max(flowReach, edgeReach) / zoom;
  const around = { x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach };
  const near = nodesWithin(placement, around);
  const isBoundary = (at: number): boolean =>
    roleOf(document.nodes[at]?.type) === 'boundary' || isFrame(placement, at);
  const box = near.findLast((at) => !isBoundary(at) && isBoxAt(boxAt(placement, at), point, zoom));
  if (box !== undefined) return document.nodes[box]?.id ?? null;
  const flows = zoom < flowsFrom ? [] : flowsWithin(document, around);
  const flow = flows.findLast(
    (at) => distanceToFlow(document, placement, at, point) * zoom <= flowReach,
  );
  if (flow !== undefined) return document.edges[flow]?.id ?? null;
  const boundary = near.findLast(
    (at) => isBoundary(at) && isBoundaryAt(boxAt(placement, at), point, zoom),
  );
  return boundary === undefined ? null : (document.nodes[boundary]?.id ?? null);
};

const isBoxAt = (box: Box, point: Position, zoom: number): boolean =>
  Math.min(box.width, box.height) * zoom >= minBox && holdsPoint(box, point);

const isBoundaryAt = (box: Box, point: Position, zoom: number): boolean => {
  const reach = edgeReach / zoom;
  if (!holdsPoint(grown(box, reach), point)) return false;
  const { width, height } = smallBoundary;
  const isSmall = box.width * zoom < width || box.height * zoom < height;
  const isOnEdge = !holdsPoint(grown(box, -reach), point);
  const isOnName =
    (point.x - box.x) * zoom <= nameStrip.width && (point.y - box.y) * zoom <= nameStrip.height;
  return isSmall || isOnEdge || isOnName;
};

const distanceToFlow = (
  document: CanvasDocument,
  { x, y, width, height }: Placement,
  flow: number,
  point: Position,
): number => {
  const ends = flowEndsOf(document);
  const middle = (at: number): Position => ({
    x: (x[at] ?? 0) + (width[at] ?? 0) / 2,
    y: (y[at] ?? 0) + (height[at] ?? 0) / 2,
  });
  const from = middle(ends.source[flow] ?? -1);
  const to = middle(ends.target[flow] ?? -1);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length;
  const part = Math.max(0, Math.min(1, along));
  return Math.hypot(point.x - from.x - part * dx, point.y - from.y - part * dy);
};

/**
 * Returns the elements that a selection box selects: the nodes completely inside it, and the flows
 * that begin or end at these nodes.
 */
export const elementsInside = (document: CanvasDocument, box: Box): string[] => {
  const placement = placementOf(document);
  const { source, target } = flowEndsOf(document);
  const inside = new Set(
    nodesWithin(placement, box).filter((at) => holdsBox(box, boxAt(placement, at))),
  );
  const ids = [...inside].flatMap((at) => document.nodes[at]?.id ?? []);
  for (const [at, edge] of document.edges.entries()) {
    if (inside.has(source[at] ?? -1) || inside.has(target[at] ?? -1)) ids.push(edge.id);
  }
  return ids;
};

import type { CanvasEdge } from './document.ts';
import { courseOf } from './flow-course.ts';
import type { Box } from './geometry.ts';
import { extentOf } from './routing/polyline.ts';

const known = new WeakMap<readonly CanvasEdge[], ReadonlyMap<number, Box>>();

/**
 * The boxes around the bends of flows, by the places of those in the document that have any: few of
 * many. Made once for each array, because no node decides about it.
 */
export const bendBoxesOf = (edges: readonly CanvasEdge[]): ReadonlyMap<number, Box> => {
  const before = known.get(edges);
  if (before) return before;
  const boxes = new Map<number, Box>();
  for (let at = 0; at < edges.length; at += 1) {
    const flow = edges[at];
    if (flow?.data?.bends === undefined) continue;
    const { bends = [] } = courseOf(flow);
    if (bends.length > 0) boxes.set(at, extentOf(bends));
  }
  known.set(edges, boxes);
  return boxes;
};

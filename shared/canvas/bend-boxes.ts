import type { CanvasEdge } from './document.ts';
import { courseOf } from './flow-course.ts';
import type { Box } from './geometry.ts';
import { extentOf } from './routing/polyline.ts';

const known = new WeakMap<readonly CanvasEdge[], ReadonlyMap<number, Box>>();

/**
 * Returns the box around the bends of each flow, by the flow's index. Flows without bends are left out.
 * The boxes do not depend on nodes, so they are cached for each array of edges.
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

import { drawnEnds } from './collapsed.ts';
import type { CanvasDocument, CanvasEdge } from './document.ts';
import { courseOf } from './flow-course.ts';
import { routeFlow, type FlowRoute } from './flow-route.ts';
import { boxOf } from './geometry.ts';
import { nodeById } from './lookup.ts';
import { laneOf } from './parallel-flows.ts';

/** Returns the route of a flow in the document, or `null` if the flow is not drawn. */
export const routeIn = (document: CanvasDocument, flow: CanvasEdge): FlowRoute | null => {
  const ends = drawnEnds(document, flow);
  const source = nodeById(document, ends?.source);
  const target = nodeById(document, ends?.target);
  if (!source || !target) return null;
  const boxes = [boxOf(document, source), boxOf(document, target)] as const;
  return routeFlow(...boxes, laneOf(document, flow.id), courseOf(flow));
};

import type { CanvasDocument, CanvasEdge, CanvasNode } from '../canvas/document.ts';
import { courseOf, type FlowCourse } from '../canvas/flow-course.ts';
import { flowEndsOf } from '../canvas/flow-ends.ts';
import { routeFlow, type FlowRoute } from '../canvas/flow-route.ts';
import type { Box } from '../canvas/geometry.ts';
import { laneOf, type Lane } from '../canvas/parallel-flows.ts';
import { boxAt, placementOf } from '../canvas/placement.ts';

/** A flow as drawn between two visible nodes. */
export type DrawnFlow = {
  flow: CanvasEdge;
  source: CanvasNode;
  target: CanvasNode;
  from: Box;
  to: Box;
  lane: Lane;
  route: FlowRoute;
  /** Returns the route that the flow would have with another course. */
  routeBy: (course: FlowCourse) => FlowRoute;
};

/** Returns the flows that are drawn, in document order. */
export const drawnFlows = (document: CanvasDocument): DrawnFlow[] => {
  const placement = placementOf(document);
  const ends = flowEndsOf(document);
  return document.edges.flatMap((flow, at): DrawnFlow[] => {
    const [sourceAt = -1, targetAt = -1] = [ends.source[at], ends.target[at]];
    const [source, target] = [document.nodes[sourceAt], document.nodes[targetAt]];
    if (!source || !target) return [];
    const [from, to] = [boxAt(placement, sourceAt), boxAt(placement, targetAt)];
    const lane = laneOf(document, flow.id);
    const routeBy = (course: FlowCourse): FlowRoute => routeFlow(from, to, lane, course);
    return [{ flow, source, target, from, to, lane, routeBy, route: routeBy(courseOf(flow)) }];
  });
};

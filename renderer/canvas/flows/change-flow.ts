import i18next from 'i18next';
import { create } from 'zustand';
import type { CanvasEdge, FlowShape, Position } from '#shared/canvas/document.ts';
import { placeLabel, setBends, setShape } from '#shared/canvas/edits/bends.ts';
import { reconnect, type FlowEnd } from '#shared/canvas/edits/connect.ts';
import { bendsOf, courseOf } from '#shared/canvas/flow-course.ts';
import { isRouted } from '#shared/canvas/flow-route.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import type { CanvasChange, CanvasOperation } from '#shared/canvas/operation.ts';
import { routeIn } from '#shared/canvas/route-in.ts';
import { pointAlong } from '#shared/canvas/routing/polyline.ts';
import { connectTo } from '../edits/actions.ts';
import { announce } from '../state/announcements.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { startReconnecting, stopGesture, type Connection } from '../state/gesture.ts';
import { focusElement } from '../viewport/focus-element.ts';

/**
 * A change of a flow's line that is not in the document yet. Until the gesture ends, the flow is
 * drawn with these values.
 */
type FlowDraft = { id: string; bends?: readonly Position[]; labelAt?: number };

export const useFlowDraft = create<{ draft: FlowDraft | null }>(() => ({ draft: null }));

export const showDraft = (draft: FlowDraft): void => useFlowDraft.setState({ draft });
export const dropDraft = (): void => useFlowDraft.setState({ draft: null });

/** Actions on flows. Each action is one undo step. */

const canvas = useCanvas.getState;

export const selectedFlows = (): CanvasEdge[] => flowsOf(canvas().selection.edges);

const commit = (label: string, operation: CanvasOperation): void => {
  if (operation.length > 0) canvas().commit({ label: `flows.label.${label}`, operation });
};

/** Sets the bends of a flow, unless the flow was deleted during the gesture. */
export const bendTo = (id: string, bends: readonly Position[]): void => {
  const flow = edgeById(canvas().document, id);
  dropDraft();
  if (flow) commit('bend', setBends(flow, bends));
};

export const moveLabelTo = (id: string, at: number | null): void => {
  const flow = edgeById(canvas().document, id);
  dropDraft();
  if (flow) commit('move-label', placeLabel(flow, at));
};

const flowsOf = (ids: readonly string[]): CanvasEdge[] =>
  ids.flatMap((id) => edgeById(canvas().document, id) ?? []);

export const shapeFlows = (ids: readonly string[], shape: FlowShape): void =>
  commit('shape', setShape(flowsOf(ids), shape));

export const directFlows = (ids: readonly string[], bidirectional: boolean): void =>
  commit(
    'direction',
    flowsOf(ids)
      .filter(({ data }) => (data?.bidirectional ?? false) !== bidirectional)
      .map(({ id }): CanvasChange => ({ kind: 'setEdge', id, data: { bidirectional } })),
  );

export const shapeSelected = (shape: FlowShape): void =>
  shapeFlows(canvas().selection.edges, shape);

export const directSelected = (bidirectional: boolean): void =>
  directFlows(canvas().selection.edges, bidirectional);

export const straightenSelected = (): void =>
  commit(
    'straighten',
    selectedFlows().flatMap((flow) => setBends(flow, [])),
  );

/**
 * Adds a bend in the middle of the longest segment and returns its index, or `null` if the flow
 * cannot have bends.
 */
export const addBend = (flow: CanvasEdge): number | null => {
  const route = routeIn(canvas().document, flow);
  if (!route || !isRouted(courseOf(flow))) return null;
  const lengths = route.segments.map((segment) =>
    segment.slice(1).reduce((sum, to, index) => {
      const from = segment[index] ?? to;
      return sum + Math.hypot(to.x - from.x, to.y - from.y);
    }, 0),
  );
  const longest = lengths.indexOf(Math.max(...lengths));
  const { x, y } = pointAlong(route.segments[longest] ?? route.line, 0.5);
  const bend = { x: Math.round(x), y: Math.round(y) };
  bendTo(flow.id, bendsOf(flow).toSpliced(longest, 0, bend));
  return longest;
};

/**
 * Ends the connecting gesture at a node: adds a flow, or moves an end of an existing flow to the
 * node.
 */
export const completeConnection = ({ source, moves }: Connection, nodeId: string): void => {
  if (!moves) return connectTo(source, nodeId);
  const { document } = canvas();
  const flow = edgeById(document, moves.id);
  stopGesture();
  if (!flow) return;
  commit('reconnect', reconnect(document, flow, moves.end, nodeId));
  focusElement(flow.id);
  const name = nodeById(document, nodeId)?.data.label ?? '';
  announce(i18next.t(`reconnected.${moves.end}`, { ns: 'flows', name }));
};

/**
 * Lets the person choose another node for an end of a flow. `isDragging` is true while a pointer
 * drags the end.
 */
export const chooseEnd = (flow: CanvasEdge, end: FlowEnd, isDragging: boolean): void => {
  const other = end === 'source' ? 'target' : 'source';
  startReconnecting(flow[other], flow[end], { id: flow.id, end }, isDragging);
};

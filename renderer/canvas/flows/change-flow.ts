import i18next from 'i18next';
import type { CanvasEdge, FlowShape, Position } from '#shared/canvas/document.ts';
import { placeLabel, setBends, setShape } from '#shared/canvas/edits/bends.ts';
import { reconnect, type FlowEnd } from '#shared/canvas/edits/connect.ts';
import { bendsOf } from '#shared/canvas/flow-course.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import { routeIn } from '#shared/canvas/route-in.ts';
import { pointAlong } from '#shared/canvas/routing/polyline.ts';
import { connectTo } from '../actions.ts';
import { announce } from '../announcements.ts';
import { useCanvas } from '../canvas-store.ts';
import { focusElement } from '../focus-element.ts';
import { startReconnecting, stopGesture, type Connection } from '../gesture.ts';
import { dropDraft } from './flow-draft.ts';

/** What a person can do to flows, each in one step of undo. */

const canvas = useCanvas.getState;

export const selectedFlows = (): CanvasEdge[] => {
  const { document, selection } = canvas();
  return selection.edges.flatMap((id) => edgeById(document, id) ?? []);
};

const commit = (label: string, operation: CanvasOperation): void => {
  if (operation.length > 0) canvas().commit({ label: `flows.label.${label}`, operation });
};

/** A flow that was deleted elsewhere meanwhile is left alone. */
export const bendTo = (id: string, bends: readonly Position[]): void => {
  const flow = edgeById(canvas().document, id);
  dropDraft();
  if (flow) commit('bend', setBends(flow, bends));
};

export const moveLabelTo = (id: string, at: number | null): void => {
  const flow = edgeById(canvas().document, id);
  dropDraft();
  if (flow) commit('moveLabel', placeLabel(flow, at));
};

export const shapeSelected = (shape: FlowShape): void =>
  commit('shape', setShape(selectedFlows(), shape));

export const straightenSelected = (): void =>
  commit(
    'straighten',
    selectedFlows().flatMap((flow) => setBends(flow, [])),
  );

export const directSelected = (bidirectional: boolean): void =>
  commit(
    'direction',
    selectedFlows()
      .filter(({ data }) => (data?.bidirectional ?? false) !== bidirectional)
      .map(({ id }) => ({ kind: 'setEdge', id, data: { bidirectional } })),
  );

/** A bend in the middle of the longest stretch. The place of the new one among the bends. */
export const addBend = (flow: CanvasEdge): number | null => {
  const route = routeIn(canvas().document, flow);
  if (!route) return null;
  const lengths = route.stretches.map((stretch) =>
    stretch.slice(1).reduce((sum, to, index) => {
      const from = stretch[index] ?? to;
      return sum + Math.hypot(to.x - from.x, to.y - from.y);
    }, 0),
  );
  const longest = lengths.indexOf(Math.max(...lengths));
  const { x, y } = pointAlong(route.stretches[longest] ?? route.line, 0.5);
  const bend = { x: Math.round(x), y: Math.round(y) };
  bendTo(flow.id, bendsOf(flow).toSpliced(longest, 0, bend));
  return longest;
};

/** Ends the connecting gesture at a node: a new flow, or a new end of one that is there. */
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

/** Begins to choose another node for an end; `isHeld` while a pointer drags it there. */
export const chooseEnd = (flow: CanvasEdge, end: FlowEnd, isHeld: boolean): void => {
  const other = end === 'source' ? 'target' : 'source';
  startReconnecting(flow[other], flow[end], { id: flow.id, end }, isHeld);
};

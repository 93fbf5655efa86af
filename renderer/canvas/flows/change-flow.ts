import i18next from 'i18next';
import type { CanvasEdge, FlowShape, Position } from '#shared/canvas/document.ts';
import { placeLabel, setBends, setShape } from '#shared/canvas/edits/bends.ts';
import { reconnect, type FlowEnd } from '#shared/canvas/edits/connect.ts';
import { bendsOf } from '#shared/canvas/flow-course.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import type { CanvasChange, CanvasOperation } from '#shared/canvas/operation.ts';
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

export const selectedFlows = (): CanvasEdge[] => flowsOf(canvas().selection.edges);

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

const flowsOf = (ids: readonly string[]): CanvasEdge[] =>
  ids.flatMap((id) => edgeById(canvas().document, id) ?? []);

export const shapeFlows = (ids: readonly string[], shape: FlowShape): void =>
  commit('shape', setShape(flowsOf(ids), shape));

/** Says something of flows; `undefined` takes it back. `label` names the step of undo. */
export const describeFlows = (
  label: string,
  ids: readonly string[],
  key: 'protocol' | 'dataClassification' | 'bidirectional' | 'encrypted' | 'authenticated',
  value: string | boolean | undefined,
): void => {
  const operation = flowsOf(ids)
    .filter(({ data }) => (data?.[key] ?? nothingSaid(value)) !== value)
    .map(({ id }): CanvasChange =>
      value === undefined
        ? { kind: 'setEdge', id, unsetData: [key] }
        : { kind: 'setEdge', id, data: { [key]: value } },
    );
  if (operation.length > 0) canvas().commit({ label, operation });
};

/** What a flow without the key means by it. */
const nothingSaid = (value: unknown): false | undefined =>
  typeof value === 'boolean' ? false : undefined;

export const shapeSelected = (shape: FlowShape): void =>
  shapeFlows(canvas().selection.edges, shape);

export const directSelected = (bidirectional: boolean): void =>
  describeFlows('flows.label.direction', canvas().selection.edges, 'bidirectional', bidirectional);

export const straightenSelected = (): void =>
  commit(
    'straighten',
    selectedFlows().flatMap((flow) => setBends(flow, [])),
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

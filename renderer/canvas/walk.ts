import type { ReactFlowInstance } from '@xyflow/react';
import { hiddenIn, standInOf } from '#shared/canvas/collapsed.ts';
import { boxOf, centreOf, type Box } from '#shared/canvas/geometry.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { nearestTowards, readingOrder, type Direction } from '#shared/canvas/reading-order.ts';
import { useCanvas } from './canvas-store.ts';
import type { FlowEdge, FlowNode } from './flow-elements.ts';
import { focusElement } from './focus-element.ts';
import { leadConnection, useGesture } from './gesture.ts';
import { isConnectable } from './node-kinds.ts';

type Flow = ReactFlowInstance<FlowNode, FlowEdge>;

/** The element after one in reading order, or before it; the first or last where none is given. */
export const neighbour = (id: string | null, step: 1 | -1): string | null => {
  const order = readingOrder(useCanvas.getState().document);
  if (id === null) return (step === 1 ? order[0] : order.at(-1)) ?? null;
  return order[order.indexOf(id) + step] ?? null;
};

/** Selects an element, brings it into view and gives it the focus. */
export const goTo = (flow: Flow, id: string): void => {
  useCanvas.getState().select([id]);
  reveal(flow, id);
  focusElement(id);
};

const boxOfElement = (id: string): Box | null => {
  const { document } = useCanvas.getState();
  const edge = edgeById(document, id);
  const node = nodeById(document, edge?.source ?? id);
  return node ? boxOf(document, standInOf(document, node)) : null;
};

/** Moves the view only where the element is not in it. */
export const reveal = (flow: Flow, id: string): void => {
  const box = boxOfElement(id);
  const pane = document.querySelector('.react-flow')?.getBoundingClientRect();
  if (!box || !pane) return;
  const centre = centreOf(box);
  const at = flow.flowToScreenPosition(centre);
  const isInView = at.x > pane.left && at.x < pane.right && at.y > pane.top && at.y < pane.bottom;
  if (!isInView) void flow.setCenter(centre.x, centre.y, { zoom: flow.getZoom() });
};

/** Chooses the end of a flow by the arrow keys: the next node in a direction. */
export const aimConnection = (flow: Flow, direction: Direction): void => {
  const { connection } = useGesture.getState();
  const from = connection && boxOfElement(connection.target ?? connection.source);
  if (!from) return;
  const { document } = useCanvas.getState();
  const hidden = hiddenIn(document);
  const candidates = document.nodes
    .filter(({ id, type }) => isConnectable(type) && id !== connection.source && !hidden.has(id))
    .map((node) => [node.id, boxOf(document, node)] as const);
  const target = nearestTowards(from, candidates, direction);
  if (target === null) return;
  leadConnection({ target, isHeld: false });
  reveal(flow, target);
};

import { useReactFlow, type ReactFlowInstance } from '@xyflow/react';
import { use, useEffect } from 'react';
import { drawnEnds, hiddenIn, standInOf } from '#shared/canvas/collapsed.ts';
import type { CanvasDocument, Position } from '#shared/canvas/document.ts';
import { isConnectable } from '#shared/canvas/element-kinds.ts';
import { boxOf, centreOf, type Box } from '#shared/canvas/geometry.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { nearestTowards, readingOrder, type Direction } from '#shared/canvas/reading-order.ts';
import { WaitingContext } from '../../kernel/commands/use-command.ts';
import { useWantedComponent, useWantedThreat } from '../../kernel/workspace/location.ts';
import { useCanvas } from '../state/canvas-store.ts';
import type { FlowEdge, FlowNode } from '../state/flow-elements.ts';
import { updateConnection, useGesture } from '../state/gesture.ts';
import { elementOfComponent } from '../state/lookup.ts';
import { focusElement, timeToArrive } from './focus-element.ts';
import { canvasCenter } from './view-box.ts';

type Flow = ReactFlowInstance<FlowNode, FlowEdge>;

/** Returns the first or the last element in reading order, or `null` if the canvas is empty. */
export const outermost = (edge: 'first' | 'last'): string | null =>
  readingOrder(useCanvas.getState().document).at(edge === 'first' ? 0 : -1) ?? null;

/** Returns the point halfway between two boxes, as a box. */
const halfway = (source: Box, target: Box): Box => {
  const [from, to] = [centreOf(source), centreOf(target)];
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, width: 0, height: 0 };
};

/**
 * Returns the visible elements with their boxes. A flow counts as the point halfway between its ends.
 */
const visibleBoxes = (document: CanvasDocument): (readonly [string, Box])[] => {
  const hidden = hiddenIn(document);
  const nodes = document.nodes.filter(({ id }) => !hidden.has(id));
  const boxes = new Map(nodes.map((node) => [node.id, boxOf(document, node)]));
  const flows = document.edges.flatMap((edge) => {
    const ends = drawnEnds(document, edge);
    const source = boxes.get(ends?.source ?? '');
    const target = boxes.get(ends?.target ?? '');
    return source && target ? [[edge.id, halfway(source, target)] as const] : [];
  });
  return [...boxes, ...flows];
};

/**
 * Focuses the next element in a direction, without selecting it. If no element has the focus,
 * focuses the one nearest to the center of the view.
 */
export const focusTowards = (flow: Flow, from: string | null, direction: Direction): void => {
  const boxes = visibleBoxes(useCanvas.getState().document);
  const start = boxes.find(([id]) => id === from)?.[1];
  const others = boxes.filter(([id]) => id !== from);
  const next = start
    ? nearestTowards(start, others, direction)
    : nearest(flow.screenToFlowPosition(canvasCenter(), { snapToGrid: false }), boxes);
  if (next !== null) focusInView(flow, next);
};

const nearest = (to: Position, boxes: readonly (readonly [string, Box])[]): string | null => {
  let best: { id: string; distance: number } | null = null;
  for (const [id, box] of boxes) {
    const { x, y } = centreOf(box);
    const distance = Math.hypot(x - to.x, y - to.y);
    if (!best || distance < best.distance) best = { id, distance };
  }
  return best?.id ?? null;
};

export const focusInView = (flow: Flow, id: string): void => {
  reveal(flow, id);
  focusElement(id, timeToArrive);
};

/** Selects an element, brings it into view, and focuses it. */
export const goTo = (flow: Flow, id: string): void => {
  useCanvas.getState().select([id]);
  reveal(flow, id);
  focusElement(id);
};

const boxOfElement = (id: string): Box | null => {
  const { document } = useCanvas.getState();
  const boxOfNode = (nodeId: string): Box | null => {
    const node = nodeById(document, nodeId);
    return node ? boxOf(document, standInOf(document, node)) : null;
  };
  const edge = edgeById(document, id);
  if (!edge) return boxOfNode(id);
  const [source, target] = [boxOfNode(edge.source), boxOfNode(edge.target)];
  return source && target && halfway(source, target);
};

/**
 * Moves the viewport to the center of a node, or to the point halfway between the ends of a flow, unless
 * that point is in view.
 */
export const reveal = (flow: Flow, id: string): void => {
  const box = boxOfElement(id);
  if (box) revealPoint(flow, centreOf(box));
};

/** Moves the viewport to a point of the canvas, unless the point is in view. */
export const revealPoint = (flow: Flow, point: Position): void => {
  const pane = document.querySelector('.react-flow')?.getBoundingClientRect();
  if (!pane) return;
  const at = flow.flowToScreenPosition(point);
  const isInView = at.x > pane.left && at.x < pane.right && at.y > pane.top && at.y < pane.bottom;
  if (!isInView) void flow.setCenter(point.x, point.y, { zoom: flow.getZoom() });
};

/** Makes the next node in the direction of an arrow key the target of the flow that is being drawn. */
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
  updateConnection({ target, isDragging: false });
  reveal(flow, target);
};

/** Goes to the elements for which this canvas was opened, if there are any. */
export const useGoToWanted = (canvasId: string): void => {
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const wanted = useWantedComponent((state) => state.wanted);
  const waiting = use(WaitingContext);
  useEffect(() => {
    if (waiting.current || wanted?.canvasId !== canvasId) return;
    useWantedComponent.setState({ wanted: null });
    const { document, select } = useCanvas.getState();
    const asked =
      'elementIds' in wanted
        ? wanted.elementIds
        : [elementOfComponent(document, wanted.componentId)];
    const existing = asked.filter(
      (id): id is string =>
        id !== null && (nodeById(document, id) ?? edgeById(document, id)) !== undefined,
    );
    const [first] = existing;
    if (first === undefined) return;
    goTo(flow, first);
    if (existing.length > 1) select(existing);
    const threatId = 'componentId' in wanted ? wanted.threatId : null;
    if (threatId) useWantedThreat.setState({ wanted: { threatId } });
  }, [wanted, canvasId, flow, waiting]);
};

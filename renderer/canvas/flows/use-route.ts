import { useStore, type ReactFlowState } from '@xyflow/react';
import { useCallback } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { drawnEnds } from '#shared/canvas/collapsed.ts';
import type { CanvasDocument, CanvasEdge, Position } from '#shared/canvas/document.ts';
import { bendsAlong } from '#shared/canvas/edits/bends.ts';
import { courseOf, type FlowCourse } from '#shared/canvas/flow-course.ts';
import { routeFlow, type FlowRoute } from '#shared/canvas/flow-route.ts';
import { boxOf, isSameBox, positionOf, type Box } from '#shared/canvas/geometry.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { laneOf } from '#shared/canvas/parallel-flows.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { useFlowDraft } from './change-flow.ts';

/**
 * Returns the current box of a node, also during a drag. React Flow lacks nodes that are far
 * outside the view, so their box comes from the document.
 */
export const useDrawnBox = (id: string): Box | null =>
  useStore(
    useCallback(
      ({ nodeLookup }: ReactFlowState) => {
        const node = nodeLookup.get(id);
        if (!node) return boxInDocument(id);
        const { x, y } = node.internals.positionAbsolute;
        return { x, y, width: node.width ?? 0, height: node.height ?? 0 };
      },
      [id],
    ),
    isSamePlace,
  );

/** Compares the boxes of a node. Each flow does this on each frame, so it must be fast. */
const isSamePlace = (one: Box | null, other: Box | null): boolean =>
  one && other ? isSameBox(one, other) : one === other;

const boxInDocument = (id: string): Box | null => {
  const { document } = useCanvas.getState();
  const node = nodeById(document, id);
  return node ? boxOf(document, node) : null;
};

export type DrawnRoute = {
  route: FlowRoute;
  course: FlowCourse;
  /** Returns the route that the flow would have with the given bends. */
  through: (bends: readonly Position[]) => FlowRoute;
};

/**
 * Returns the route of a flow, also during a gesture, or `null` if an end of the flow is missing. Each
 * flow subscribes only to the two nodes at its ends.
 */
export const useRoute = (edge: CanvasEdge): DrawnRoute | null => {
  const { id } = edge;
  const source = useCanvas(({ document }) => drawnEnds(document, edge)?.source ?? '');
  const target = useCanvas(({ document }) => drawnEnds(document, edge)?.target ?? '');
  const from = useDrawnBox(source);
  const to = useDrawnBox(target);
  const index = useCanvas(({ document }) => laneOf(document, id).index);
  const count = useCanvas(({ document }) => laneOf(document, id).count);
  const draft = useFlowDraft((state) => (state.draft?.id === id ? state.draft : null));
  const stored = courseOf(edge);
  const bends = useBendsDuringDrag(stored.bends ?? [], [source, from], [target, to]);
  if (!from || !to) return null;
  const course = { ...stored, bends, ...draft };
  const through = (others: readonly Position[]): FlowRoute =>
    routeFlow(from, to, { index, count }, { ...course, bends: others });
  return { route: through(course.bends), course, through };
};

type End = readonly [id: string, drawn: Box | null];

/**
 * Returns the bends of a flow. While a person drags both ends, the bends move with them, as in the
 * document after the drop. A node is being dragged if its drawn position differs from that in the
 * document.
 */
const useBendsDuringDrag = (
  bends: readonly Position[],
  [source, from]: End,
  [target, to]: End,
): readonly Position[] => {
  const homes = useCanvas(
    useShallow(({ document }) =>
      bends.length === 0 ? nowhere : [...homeOf(document, source), ...homeOf(document, target)],
    ),
  );
  const [sourceX, sourceY, targetX, targetY] = homes;
  if (!from || !to || sourceX === undefined || sourceY === undefined) return bends;
  if (targetX === undefined || targetY === undefined) return bends;
  const moved = {
    source: { x: from.x - sourceX, y: from.y - sourceY },
    target: { x: to.x - targetX, y: to.y - targetY },
  };
  return isMoved(moved.source) && isMoved(moved.target) ? bendsAlong(bends, moved) : bends;
};

const nowhere: readonly number[] = [];

const homeOf = (document: CanvasDocument, id: string): readonly number[] => {
  const node = nodeById(document, id);
  if (!node) return nowhere;
  const { x, y } = positionOf(document, node);
  return [x, y];
};

/** Tells if a node has moved visibly. Rounding errors of added coordinates do not count. */
const isMoved = ({ x, y }: Position): boolean => Math.abs(x) + Math.abs(y) > 0.01;

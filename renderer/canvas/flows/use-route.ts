import { useStore, type ReactFlowState } from '@xyflow/react';
import { useCallback } from 'react';
import { shallow } from 'zustand/shallow';
import type { CanvasEdge } from '#shared/canvas/document.ts';
import { routeFlow, sideOfHandle } from '#shared/canvas/flow-route.ts';
import type { Box } from '#shared/canvas/geometry.ts';
import { laneOf } from '#shared/canvas/parallel-flows.ts';
import { useCanvas } from '../canvas-store.ts';

/** Where React Flow draws a node now, in the middle of a drag too. */
export const useDrawnBox = (id: string): Box | null =>
  useStore(
    useCallback(
      ({ nodeLookup }: ReactFlowState) => {
        const node = nodeLookup.get(id);
        if (!node) return null;
        const { x, y } = node.internals.positionAbsolute;
        return { x, y, width: node.width ?? 0, height: node.height ?? 0 };
      },
      [id],
    ),
    shallow,
  );

/** The way of a flow, and whether it has it to itself. */
export const useRoute = ({ id, source, target, sourceHandle, targetHandle }: CanvasEdge) => {
  const from = useDrawnBox(source);
  const to = useDrawnBox(target);
  const index = useCanvas(({ document }) => laneOf(document.edges, id).index);
  const count = useCanvas(({ document }) => laneOf(document.edges, id).count);
  if (!from || !to) return null;
  const sides = { source: sideOfHandle(sourceHandle), target: sideOfHandle(targetHandle) };
  return { ...routeFlow(from, to, { index, count }, sides), isAlone: count === 1 };
};

import { useStore, type ReactFlowState } from '@xyflow/react';
import { useCallback } from 'react';
import { shallow } from 'zustand/shallow';
import { standInOf } from '#shared/canvas/collapsed.ts';
import type { CanvasEdge } from '#shared/canvas/document.ts';
import { routeFlow, sideOfHandle } from '#shared/canvas/flow-route.ts';
import { boxOf, type Box } from '#shared/canvas/geometry.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { laneOf } from '#shared/canvas/parallel-flows.ts';
import { useCanvas } from '../canvas-store.ts';

/**
 * Where a node is drawn now, in the middle of a drag too. What React Flow was not given, because it
 * is far from what is seen, is where the document has it.
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
    shallow,
  );

const boxInDocument = (id: string): Box | null => {
  const { document } = useCanvas.getState();
  const node = nodeById(document, id);
  return node ? boxOf(document, node) : null;
};

/** What is drawn for an end of a flow: it may be in a collapsed boundary. */
const useDrawnEnd = (id: string): string =>
  useCanvas(({ document }) => {
    const node = nodeById(document, id);
    return node ? standInOf(document, node).id : id;
  });

/** The way of a flow, and whether it has it to itself. */
export const useRoute = ({ id, source, target, sourceHandle, targetHandle }: CanvasEdge) => {
  const from = useDrawnBox(useDrawnEnd(source));
  const to = useDrawnBox(useDrawnEnd(target));
  const index = useCanvas(({ document }) => laneOf(document.edges, id).index);
  const count = useCanvas(({ document }) => laneOf(document.edges, id).count);
  if (!from || !to) return null;
  const sides = { source: sideOfHandle(sourceHandle), target: sideOfHandle(targetHandle) };
  return { ...routeFlow(from, to, { index, count }, sides), isAlone: count === 1 };
};

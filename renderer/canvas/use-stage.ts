import { useStoreApi, type Viewport } from '@xyflow/react';
import { useCallback, useEffect, useLayoutEffect } from 'react';
import type { Size } from '#shared/canvas/document.ts';
import { useCanvas } from './canvas-store.ts';
import type { FlowEdge, FlowNode } from './flow-elements.ts';
import { regionFor } from './stage.ts';
import { viewOf } from './view-box.ts';

/**
 * Keeps what React Flow is given to what is seen. A new viewport is decided upon before React Flow
 * has it: told afterwards, it would first mount everything that comes into view, which takes 1 to
 * 2 s where that is thousands of nodes.
 */
export const useStage = (opening: Viewport, room: Size): ((viewport: Viewport) => void) => {
  const flow = useStoreApi<FlowNode, FlowEdge>();

  const decide = useCallback(
    (viewport: Viewport, size: Size): void => {
      const { document, region, showRegion } = useCanvas.getState();
      const next = regionFor(document, viewOf(viewport, size), region);
      if (next === region) return;
      showRegion(next);
      const { nodes, edges } = useCanvas.getState();
      flow.getState().setNodes(nodes);
      flow.getState().setEdges(edges);
    },
    [flow],
  );

  const onViewportChange = useCallback(
    (viewport: Viewport): void => {
      const { width, height } = flow.getState();
      if (width > 0) decide(viewport, { width, height });
    },
    [decide, flow],
  );

  useLayoutEffect(() => decide(opening, room), [decide, opening, room]);

  useEffect(() => {
    const decideAgain = (): void => {
      const [x, y, zoom] = flow.getState().transform;
      onViewportChange({ x, y, zoom });
    };
    const stops = [
      useCanvas.subscribe((now, before) => {
        if (now.document !== before.document) decideAgain();
      }),
      flow.subscribe((now, before) => {
        if (now.width !== before.width || now.height !== before.height) decideAgain();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [flow, onViewportChange]);

  return onViewportChange;
};

import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useCallback } from 'react';
import { boundsOf } from '#shared/canvas/flow-ends.ts';
import type { Box } from '#shared/canvas/geometry.ts';
import { useCanvas } from './canvas-store.ts';
import { viewportOf } from './view-box.ts';
import { zoomTime } from './view-options.ts';

/**
 * Shows a part of the canvas as a whole; without one, all of it. React Flow's own `fitView` knows
 * only the nodes that it was given, which are not all (shown.ts).
 */
export const useFitView = (): ((box?: Box) => void) => {
  const { setViewport } = useReactFlow();
  const flow = useStoreApi();
  return useCallback(
    (box) => {
      const all = box ?? boundsOf(useCanvas.getState().document);
      if (all) void setViewport(viewportOf(all, flow.getState()), zoomTime);
    },
    [flow, setViewport],
  );
};

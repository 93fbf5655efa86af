import { useReactFlow, useStoreApi, type OnMoveEnd, type Viewport } from '@xyflow/react';
import { useCallback, useEffect, useState } from 'react';
import { boundsOf } from '#shared/canvas/flow-ends.ts';
import type { Box } from '#shared/canvas/geometry.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { canvasView, keepCanvasView } from './canvas-views.ts';
import { openingView } from './opening-view.ts';
import { useMountedRegion } from './use-mounted-region.ts';
import { fitPadding, heightOfBar, canvasSize, viewportOf, zoomTime } from './view-box.ts';

/** Opens a canvas at its last viewport or, the first time, at the viewport from `openingView`. */
export const useViewport = (canvasId: string) => {
  const [{ room, opening }] = useState(() => {
    const size = canvasSize();
    const { document } = useCanvas.getState();
    return { room: size, opening: canvasView(canvasId) ?? openingView(document, size) };
  });
  const onViewportChange = useMountedRegion(opening, room);
  const onMoveEnd: OnMoveEnd = useCallback(
    (_event, viewport) => keepCanvasView(canvasId, viewport),
    [canvasId],
  );
  useRefit();
  return { defaultViewport: opening, onViewportChange, onMoveEnd };
};

/** In pixels. Viewports that differ by less count as equal. */
const tolerance = 1;

const isAt = ([x, y, zoom]: readonly number[], view: Viewport): boolean =>
  Math.abs((x ?? 0) - view.x) < tolerance &&
  Math.abs((y ?? 0) - view.y) < tolerance &&
  Math.abs((zoom ?? 1) - view.zoom) < 0.001;

/** After a resize, fits the drawing as when a canvas opens, unless the person has moved the view. */
const useRefit = (): void => {
  const { setViewport } = useReactFlow();
  const flow = useStoreApi();
  useEffect(
    () =>
      flow.subscribe(({ width, height, transform }, before) => {
        if (before.width === 0 || (width === before.width && height === before.height)) return;
        const { document } = useCanvas.getState();
        if (document.nodes.length === 0) return;
        if (!isAt(transform, openingView(document, before))) return;
        void setViewport(openingView(document, { width, height }));
      }),
    [flow, setViewport],
  );
};

/** In pixels, between a bar at the top and the drawing. */
const barGap = 16;

/**
 * Shows a whole part of the canvas, or the whole canvas if no part is given. React Flow's own
 * `fitView` only knows the nodes that React Flow has, which are not all (drawn-elements.ts).
 */
export const useFitView = (): ((box?: Box) => void) => {
  const { setViewport } = useReactFlow();
  const flow = useStoreApi();
  return useCallback(
    (box) => {
      const all = box ?? boundsOf(useCanvas.getState().document);
      const top = Math.max(fitPadding.top, heightOfBar() + barGap);
      if (all) void setViewport(viewportOf(all, flow.getState(), top), zoomTime);
    },
    [flow, setViewport],
  );
};

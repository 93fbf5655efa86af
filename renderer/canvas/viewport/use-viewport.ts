import { useReactFlow, useStoreApi, type Viewport } from '@xyflow/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Size } from '#shared/canvas/document.ts';
import { boundsOf } from '#shared/canvas/flow-ends.ts';
import type { Box } from '#shared/canvas/geometry.ts';
import { useCanvas } from '../state/canvas-store.ts';
import type { FlowEdge, FlowNode } from '../state/flow-elements.ts';
import { canvasView, forgetCanvasView, keepCanvasView } from './canvas-views.ts';
import { useNavigation, viewOnElement } from './navigation.ts';
import { openingView } from './opening-view.ts';
import { useMountedRegion } from './use-mounted-region.ts';
import { fitPadding, heightOfBar, canvasSize, viewportOf, zoomTime } from './view-box.ts';

/** Returns the last viewport of the open canvas or, the first time, the viewport from `openingView`. */
const viewOfOpened = (canvasId: string, room: Size): Viewport =>
  canvasView(canvasId) ?? openingView(useCanvas.getState().document, room);

/**
 * Returns the viewport with which React Flow begins, a function that remembers each change of the
 * viewport, and `arrive`, which must be called in the layout effects of each opening of a canvas. It moves
 * React Flow to the viewport of that canvas.
 */
export const useViewport = (canvasId: string) => {
  const flow = useStoreApi<FlowNode, FlowEdge>();
  const [first] = useState(() => {
    const room = canvasSize();
    return { room, view: viewOfOpened(canvasId, room) };
  });
  const mounted = useMountedRegion();
  const isArriving = useRef(false);

  const arrive = useCallback((): void => {
    const { panZoom } = flow.getState();
    // React Flow is not mounted yet, and will begin with the default viewport.
    if (!panZoom) return mounted.open(first.view, first.room);
    const room = canvasSize();
    const view = viewOfOpened(canvasId, room);
    mounted.open(view, room);
    isArriving.current = true;
    void panZoom.setViewport(view);
    isArriving.current = false;
  }, [canvasId, first, flow, mounted]);

  const onViewportChange = useCallback(
    (viewport: Viewport): void => {
      if (isArriving.current) return;
      keepCanvasView(canvasId, viewport);
      mounted.follow(viewport);
    },
    [canvasId, mounted],
  );
  return { defaultViewport: first.view, onViewportChange, arrive };
};

/** The largest difference, in pixels, between the positions of two viewports that count as equal. */
const tolerance = 1;

const isAt = ([x, y, zoom]: readonly number[], view: Viewport): boolean =>
  Math.abs((x ?? 0) - view.x) < tolerance &&
  Math.abs((y ?? 0) - view.y) < tolerance &&
  Math.abs((zoom ?? 1) - view.zoom) < 0.001;

/**
 * Returns the element that was brought into view last, or `null` if the viewport has changed since
 * then.
 */
const shownAt = (transform: readonly number[]): string | null => {
  const { shown } = useNavigation.getState();
  return shown && isAt(transform, shown.viewport) ? shown.id : null;
};

/** Returns the selected element, or `null` if there is not exactly one. */
const onlySelected = (): string | null => {
  const { nodes, edges } = useCanvas.getState().selection;
  const [id, ...others] = [...nodes, ...edges];
  return others.length === 0 ? (id ?? null) : null;
};

/**
 * After a resize of the canvas, fits the drawing again, unless the person has moved the viewport since
 * the last fit. If an element was brought into view last, it stays in view. Otherwise, if the drawing
 * is fitted and exactly one element is selected, this element stays in view.
 */
export const useRefit = (): void => {
  const { setViewport } = useReactFlow();
  const flow = useStoreApi();
  useEffect(() => {
    /**
     * The viewport after the last fit, or `null` if the drawing is not fitted. It differs from the
     * fitted viewport if an element had to be kept in view.
     */
    let moved: Viewport | null = null;
    return flow.subscribe(({ width, height, transform }, before) => {
      if (before.width === 0 || (width === before.width && height === before.height)) return;
      const { canvasId, document } = useCanvas.getState();
      if (canvasId === null || document.nodes.length === 0) return;
      const size = { width, height };
      const isFitted =
        isAt(transform, openingView(document, before)) ||
        (moved !== null && isAt(transform, moved));
      const shown = shownAt(transform);
      const kept = shown ?? (isFitted ? onlySelected() : null);
      const [x, y, zoom] = transform;
      const now = isFitted ? openingView(document, size) : { x, y, zoom };
      const toKept = kept === null ? null : viewOnElement(kept, size, now);
      const view = toKept ?? now;
      moved = isFitted ? view : null;
      if (shown !== null) useNavigation.setState({ shown: { id: shown, viewport: view } });
      if (toKept !== null || isFitted) void setViewport(view);
      // The fitted viewport is not kept, because it would not fit a canvas of another size.
      if (toKept === null && isFitted) forgetCanvasView(canvasId);
    });
  }, [flow, setViewport]);
};

/** The distance between a bar at the top and the drawing, in pixels. */
const barGap = 16;

/**
 * Returns a function that shows a whole box of the canvas or, without a box, the whole drawing.
 * React Flow's own `fitView` knows only some of the nodes (drawn-elements.ts).
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

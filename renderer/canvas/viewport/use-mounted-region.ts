import { useStoreApi, type Viewport } from '@xyflow/react';
import { useLayoutEffect, useState } from 'react';
import { create } from 'zustand';
import type { CanvasDocument, Size } from '#shared/canvas/document.ts';
import { holdsBox, type Box } from '#shared/canvas/geometry.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { everywhere, isHeld, type Region } from '../state/drawn-elements.ts';
import type { FlowEdge, FlowNode } from '../state/flow-elements.ts';
import { useGesture } from '../state/gesture.ts';
import { elementIdOf, focusElement } from './focus-element.ts';
import { isCrowded, isElsewhere, mountedRegion, mountingSteps } from './mounted-region.ts';
import { viewOf } from './view-box.ts';

/** The time, in milliseconds, without a zoom step, after which zooming counts as finished. */
const rest = 140;

/**
 * True while React Flow has some nodes but may lack others in view, which the overview then paints. False
 * if React Flow has no nodes.
 */
export const useArriving = create<{ isArriving: boolean }>(() => ({ isArriving: false }));

const setArriving = (isArriving: boolean): void => {
  if (useArriving.getState().isArriving !== isArriving) useArriving.setState({ isArriving });
};

type Stop = () => void;
type Give = (region: Region, wanted: Region) => void;

type Mounted = {
  /** Call this when a canvas is opened, with its first viewport and the size of the canvas. */
  open: (viewport: Viewport, size: Size) => void;
  /** Call this before React Flow gets a new viewport. */
  follow: (viewport: Viewport) => void;
};

/**
 * Updates React Flow's elements before React Flow gets a new viewport. Otherwise React Flow would
 * first mount everything that comes into view, which takes 1 to 2 s for thousands of nodes. Nodes outside
 * the region that come into view during zooming are only painted, and mounted afterwards.
 */
export const useMountedRegion = (): Mounted => {
  const flow = useStoreApi<FlowNode, FlowEdge>();

  const [mounted] = useState(() => {
    const draw = (): void => {
      const { nodes, edges } = useCanvas.getState();
      flow.getState().setNodes(nodes);
      flow.getState().setEdges(edges);
    };
    const stage = stageOf((region, wanted) => {
      useCanvas.getState().showRegion(region, wanted);
      draw();
    });
    const followTo = (viewport: Viewport): void => {
      const { width, height } = flow.getState();
      if (width > 0) stage.decide(viewport, { width, height });
    };
    return { stop: stage.stop, open: stage.open, follow: followTo, draw };
  });

  // A layout effect, so that an old editor stops before a new one begins.
  useLayoutEffect(() => {
    const decideAgain = (): void => {
      const { panZoom, transform } = flow.getState();
      const [x, y, zoom] = transform;
      // React Flow knows its size before it has the viewport with which it begins.
      if (panZoom) mounted.follow({ x, y, zoom });
    };
    const stops = [
      useCanvas.subscribe((now, before) => {
        if (now.openings !== before.openings) {
          // Removes the elements of the canvas before. `open` then chooses the region.
          mounted.draw();
          flow.setState({ nodesSelectionActive: false });
        } else if (now.document !== before.document) decideAgain();
      }),
      flow.subscribe((now, before) => {
        const isResized = now.width !== before.width || now.height !== before.height;
        if (isResized || now.panZoom !== before.panZoom) decideAgain();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      mounted.stop();
    };
  }, [flow, mounted]);

  return mounted;
};

/**
 * Returns `decide`, which chooses the region for a viewport and shows it at once or in steps, `open`,
 * which does this for a canvas that is opened, and `stop`, which stops these steps and the wait for the
 * end of a zoom. Remembers the last zoom, to notice when the zoom changes.
 */
const stageOf = (show: Give) => {
  let zoomBefore = 1;
  let stop: Stop = nothingToStop;
  /** True while steps are being shown. */
  let isGrowing = false;

  /** The element that had the focus when a zoom removed it from the page. */
  let unfocused: string | null = null;

  const give: Give = (region, wanted) => {
    const now = useCanvas.getState();
    // During steps, the focus may still be missing since an earlier zoom.
    if (!region && now.region && document.activeElement !== document.body) {
      unfocused = elementIdOf(document.activeElement);
    }
    if (region !== now.region || wanted !== now.wanted) show(region, wanted);
    if (!region || region !== wanted) return;
    if (unfocused !== null && document.activeElement === document.body) focusElement(unfocused);
    unfocused = null;
  };

  const halt = (): void => {
    stop();
    stop = nothingToStop;
    isGrowing = false;
  };

  const giveAll = (region: Region): void => {
    halt();
    setArriving(false);
    give(region, region);
  };

  const grow = (document: CanvasDocument, next: Box, view: Box, region: Region): void => {
    halt();
    setArriving(true);
    isGrowing = true;
    const regions = mountingSteps(document, next, view, region);
    stop = onFrames(
      regions.map((each) => () => give(each, next)),
      () => giveAll(next),
    );
  };

  const decide = (viewport: Viewport, size: Size, isOpening = false): void => {
    const { document, region, wanted } = useCanvas.getState();
    const view = viewOf(viewport, size);
    const isZooming = viewport.zoom !== zoomBefore;
    zoomBefore = viewport.zoom;
    const next = mountedRegion(document, view, wanted, wanted === null && !isOpening);
    const isBusy = isElementInUse();
    if (next === everywhere || (!next && !isBusy)) return giveAll(next);
    if (isZooming || !next) {
      halt();
      const isPainted = !region || (isCrowded(document, view) && !isBusy);
      // The region stays wanted, so that the overview does not stay because of a small zoom.
      if (isPainted) give(null, wanted);
      setArriving(!isPainted && !holdsBox(region, view));
      stop = later(() => decide(viewport, size));
      return;
    }
    if (isGrowing && next === wanted) return;
    const isMissing = useArriving.getState().isArriving || isElsewhere(region, view);
    if (isMissing && next !== region) grow(document, next, view, region);
    else giveAll(next);
  };

  return {
    decide,
    open: (viewport: Viewport, size: Size): void => {
      zoomBefore = viewport.zoom;
      unfocused = null;
      decide(viewport, size, true);
    },
    stop: (): void => {
      halt();
      setArriving(false);
    },
  };
};

/**
 * Tells if a person is dragging, resizing, or renaming an element that React Flow has. If React Flow lost
 * this element, it would end the drag, and the name field would disappear.
 */
const isElementInUse = (): boolean => {
  const { nodes, edges } = useCanvas.getState();
  const { editing } = useGesture.getState();
  return (
    nodes.some((node) => isHeld(node) || node.id === editing) ||
    edges.some(({ id }) => id === editing)
  );
};

const nothingToStop: Stop = () => undefined;

const later = (act: () => void): Stop => {
  const timer = window.setTimeout(act, rest);
  return () => clearTimeout(timer);
};

/**
 * Takes one step per frame, because mounting hundreds of nodes at once blocks input for a quarter second.
 * Calls `end` in the frame after the last step.
 */
const onFrames = (steps: readonly (() => void)[], end: () => void): Stop => {
  let frame = 0;
  const take = (at: number): void => {
    const step = steps[at];
    if (!step) return end();
    step();
    frame = requestAnimationFrame(() => take(at + 1));
  };
  take(0);
  return () => cancelAnimationFrame(frame);
};

import { useStoreApi, type Viewport } from '@xyflow/react';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import type { Size } from '#shared/canvas/document.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { everywhere, type Region } from '../state/drawn-elements.ts';
import type { FlowEdge, FlowNode } from '../state/flow-elements.ts';
import { isCrowded, isElsewhere, mountedRegion, mountingSteps } from './mounted-region.ts';
import { viewOf } from './view-box.ts';

/** The time, in milliseconds, without a zoom step, after which zooming counts as finished. */
const rest = 140;

/**
 * True while React Flow gets the elements in view, some on each frame. Until it has them all, the
 * overview paints the missing elements.
 */
export const useArriving = create<{ isArriving: boolean }>(() => ({ isArriving: false }));

type Stop = () => void;
type Give = (region: Region) => void;

type Mounted = {
  /** Call this when a canvas is opened, with its first viewport and the size of the canvas. */
  open: (viewport: Viewport, size: Size) => void;
  /** Call this before React Flow gets a new viewport. */
  follow: (viewport: Viewport) => void;
};

/**
 * Updates React Flow's elements before React Flow gets a new viewport. Otherwise React Flow would
 * first mount everything that comes into view, which takes 1 to 2 s for thousands of nodes. If many
 * nodes are in view, they are only painted during zooming, and mounted afterwards.
 */
export const useMountedRegion = (): Mounted => {
  const flow = useStoreApi<FlowNode, FlowEdge>();

  const [mounted] = useState(() => {
    const draw = (): void => {
      const { nodes, edges } = useCanvas.getState();
      flow.getState().setNodes(nodes);
      flow.getState().setEdges(edges);
    };
    const stage = stageOf((region) => {
      useCanvas.getState().showRegion(region);
      draw();
    });
    const followTo = (viewport: Viewport): void => {
      const { width, height } = flow.getState();
      if (width > 0) stage.decide(viewport, { width, height });
    };
    return { stop: stage.stop, open: stage.open, follow: followTo, draw };
  });

  useEffect(() => {
    const decideAgain = (): void => {
      const [x, y, zoom] = flow.getState().transform;
      mounted.follow({ x, y, zoom });
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
        if (now.width !== before.width || now.height !== before.height) decideAgain();
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
 * which does this for a canvas that is opened, and `stop`, which stops these steps. Remembers the last
 * zoom, to notice when the zoom changes.
 */
const stageOf = (show: Give) => {
  let zoomBefore = 1;
  let stop: Stop = nothingToStop;

  const give: Give = (region) => {
    if (region !== useCanvas.getState().region) show(region);
  };

  const decide = (viewport: Viewport, size: Size): void => {
    stop();
    stop = nothingToStop;
    const { document, region } = useCanvas.getState();
    const view = viewOf(viewport, size);
    const isZooming = viewport.zoom !== zoomBefore;
    zoomBefore = viewport.zoom;
    const next = mountedRegion(document, view, region);
    if (!next || next === everywhere) give(next);
    else if (isZooming && (!region || isCrowded(document, view))) {
      give(null);
      stop = later(() => decide(viewport, size));
    } else if (isElsewhere(region, view)) stop = bySteps(mountingSteps(next, view, region), give);
    else give(next);
  };

  return {
    decide,
    open: (viewport: Viewport, size: Size): void => {
      zoomBefore = viewport.zoom;
      decide(viewport, size);
    },
    stop: (): void => stop(),
  };
};

const nothingToStop: Stop = () => undefined;

const later = (act: () => void): Stop => {
  const timer = window.setTimeout(act, rest);
  return () => clearTimeout(timer);
};

/**
 * Shows one region per frame, because mounting hundreds of nodes at once blocks input for a quarter
 * second.
 */
const bySteps = (regions: readonly Region[], give: Give): Stop => {
  let frame = 0;
  const step = (at: number): void => {
    const region = regions[at];
    useArriving.setState({ isArriving: region !== undefined });
    if (region === undefined) return;
    give(region);
    frame = requestAnimationFrame(() => step(at + 1));
  };
  step(0);
  return () => {
    cancelAnimationFrame(frame);
    useArriving.setState({ isArriving: false });
  };
};

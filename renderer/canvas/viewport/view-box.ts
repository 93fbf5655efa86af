import { getViewportForBounds, useStore, type Viewport } from '@xyflow/react';
import type { Position, Size } from '#shared/canvas/document.ts';
import type { Box } from '#shared/canvas/geometry.ts';

/**
 * The space around a fitted drawing, in pixels. The left side has room for the palette, and the bottom
 * for the zoom bar.
 */
export const fitPadding = { top: 40, right: 40, bottom: 64, left: 76 };
/** A drawing is fitted at 100% at most, so that three nodes do not fill the window. */
const maxFitZoom = 1;

const inPixels = {
  top: `${fitPadding.top}px`,
  right: `${fitPadding.right}px`,
  bottom: `${fitPadding.bottom}px`,
  left: `${fitPadding.left}px`,
} as const;

/**
 * The options of an animated zoom. Its duration is long enough for the eye to follow, and short enough
 * not to delay the person.
 */
export const zoomTime = {
  get duration(): number {
    return prefersReducedMotion() ? 0 : 150;
  },
};

/** The limits of the zoom. At the smallest zoom, 20,000 nodes are visible at once. */
export const zoomLimits = { minZoom: 0.01, maxZoom: 4 };

/** Returns the visible part of the canvas. */
export const viewOf = ({ x, y, zoom }: Viewport, { width, height }: Size): Box => ({
  x: -x / zoom,
  y: -y / zoom,
  width: width / zoom,
  height: height / zoom,
});

/** Returns the viewport that shows a whole box of the canvas, with `top` pixels free above it. */
export const viewportOf = (box: Box, { width, height }: Size, top = fitPadding.top): Viewport =>
  getViewportForBounds(box, width, height, zoomLimits.minZoom, maxFitZoom, {
    ...inPixels,
    top: `${top}px`,
  });

/** Returns how many pixels at the top of the canvas a bar covers, or 0 if there is no bar. */
export const heightOfBar = (): number => {
  const pane = document.querySelector('.react-flow')?.getBoundingClientRect();
  const bar = document.querySelector('[data-canvas-bar]')?.getBoundingClientRect();
  return pane && bar ? bar.bottom - pane.top : 0;
};

/** Returns the center of the visible canvas, in window coordinates. */
export const canvasCenter = (): Position => {
  const box = document.querySelector('.react-flow')?.getBoundingClientRect();
  return box
    ? { x: box.left + box.width / 2, y: box.top + box.height / 2 }
    : { x: window.innerWidth / 2, y: window.innerHeight / 2 };
};

/** Returns the size available for the canvas, even before it is mounted. */
export const canvasSize = (): Size => {
  const box = document.querySelector('[data-keys="canvas"][data-region]')?.getBoundingClientRect();
  return { width: box?.width ?? window.innerWidth, height: box?.height ?? window.innerHeight };
};

/** Below this zoom, only shapes and names are drawn, because nothing else would be readable. */
export const detailFrom = 0.5;

export const useDetail = (): boolean => useStore((store) => store.transform[2] >= detailFrom);

/** From this zoom on, small text is legible (`closeScale`). */
const closeFrom = 1.5;

export const useIsTextLegible = (): boolean => useStore((store) => store.transform[2] >= closeFrom);

/** Tells if the system asks for reduced motion. Reads the setting each time, because it may change. */
export const prefersReducedMotion = (): boolean =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches;

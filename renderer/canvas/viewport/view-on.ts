import type { Viewport } from '@xyflow/react';
import type { Size } from '#shared/canvas/document.ts';
import { centreOf, type Box } from '#shared/canvas/geometry.ts';

/** From this zoom on, a name is readable. */
const readableFrom = 0.6;
const comfortable = 0.9;
const margin = 48;

/** Returns where a box of the canvas is drawn, in pixels of the pane. */
export const drawnBox = (box: Box, { x, y, zoom }: Viewport): Box => ({
  x: box.x * zoom + x,
  y: box.y * zoom + y,
  width: box.width * zoom,
  height: box.height * zoom,
});

const isWithin = ({ x, y, width, height }: Box, pane: Size): boolean =>
  x >= 0 && y >= 0 && x + width <= pane.width && y + height <= pane.height;

/**
 * Returns the viewport that shows a box at a readable size and with some space around it. Returns
 * `null` if the box is already easy to see.
 */
export const viewOn = (box: Box, pane: Size, now: Viewport): Viewport | null => {
  if (now.zoom >= readableFrom && isWithin(drawnBox(box, now), pane)) return null;
  return around(box, pane, now.zoom >= readableFrom ? now.zoom : comfortable);
};

/** Returns the viewport that centers a box, with a zoom of at most `maxZoom`. */
const around = (box: Box, pane: Size, maxZoom: number): Viewport => {
  const zoom = Math.min(
    maxZoom,
    (pane.width - 2 * margin) / Math.max(1, box.width),
    (pane.height - 2 * margin) / Math.max(1, box.height),
  );
  const centre = centreOf(box);
  return { x: pane.width / 2 - centre.x * zoom, y: pane.height / 2 - centre.y * zoom, zoom };
};

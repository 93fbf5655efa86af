import type { Viewport } from '@xyflow/react';
import type { Size } from '#shared/canvas/document.ts';
import { centreOf, type Box } from '#shared/canvas/geometry.ts';

/** From here on a name can be read. */
const readableFrom = 0.6;
const comfortable = 0.9;
const margin = 48;

/** Where a box is drawn, in pixels of the pane. */
const drawnBox = (box: Box, { x, y, zoom }: Viewport): Box => ({
  x: box.x * zoom + x,
  y: box.y * zoom + y,
  width: box.width * zoom,
  height: box.height * zoom,
});

const isWithin = ({ x, y, width, height }: Box, pane: Size): boolean =>
  x >= 0 && y >= 0 && x + width <= pane.width && y + height <= pane.height;

/**
 * The view that shows a box, large enough to be read and with some room around; `null` where it is
 * to be seen well as it is.
 */
export const viewOn = (box: Box, pane: Size, now: Viewport): Viewport | null => {
  if (now.zoom >= readableFrom && isWithin(drawnBox(box, now), pane)) return null;
  return around(box, pane, now.zoom >= readableFrom ? now.zoom : comfortable);
};

/** The view that has a box in the middle, at most as large as `maxZoom`. */
const around = (box: Box, pane: Size, maxZoom: number): Viewport => {
  const zoom = Math.min(
    maxZoom,
    (pane.width - 2 * margin) / Math.max(1, box.width),
    (pane.height - 2 * margin) / Math.max(1, box.height),
  );
  const centre = centreOf(box);
  return { x: pane.width / 2 - centre.x * zoom, y: pane.height / 2 - centre.y * zoom, zoom };
};

import { getViewportForBounds, type Viewport } from '@xyflow/react';
import type { Size } from '#shared/canvas/document.ts';
import type { Box } from '#shared/canvas/geometry.ts';
import { fitOptions, zoomLimits } from './view-options.ts';

/** The part of the canvas that is seen. */
export const viewOf = ({ x, y, zoom }: Viewport, { width, height }: Size): Box => ({
  x: -x / zoom,
  y: -y / zoom,
  width: width / zoom,
  height: height / zoom,
});

/** The viewport that shows a part of the canvas as a whole. */
export const viewportOf = (box: Box, { width, height }: Size): Viewport =>
  getViewportForBounds(
    box,
    width,
    height,
    zoomLimits.minZoom,
    fitOptions.maxZoom,
    fitOptions.padding,
  );

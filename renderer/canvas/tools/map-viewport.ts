import { getViewportForBounds, type Viewport } from '@xyflow/react';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { boundsOf } from '#shared/canvas/flow-ends.ts';

export const mapSize = { width: 176, height: 116 };

const margin = '8px';

/** How far away a canvas is to be seen as a whole in its map. */
export const mapViewport = (document: CanvasDocument): Viewport => {
  const bounds = boundsOf(document);
  if (!bounds) return { x: 0, y: 0, zoom: 0.1 };
  const { width, height } = mapSize;
  return getViewportForBounds(bounds, width, height, 0.0001, 0.2, margin);
};

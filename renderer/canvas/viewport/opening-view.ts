import type { Viewport } from '@xyflow/react';
import type { CanvasDocument, Size } from '#shared/canvas/document.ts';
import { boundsOf } from '#shared/canvas/flow-ends.ts';
import { boxOf } from '#shared/canvas/geometry.ts';
import { inReadingOrder } from '#shared/canvas/reading-order.ts';
import { fitPadding, viewportOf } from './view-box.ts';

const life: Viewport = { x: 0, y: 0, zoom: 1 };

/** From this zoom on, names and labels are readable. */
const readableZoom = 0.6;

/** With more elements than this, an overview of the whole drawing says more than a readable part of it. */
const maxForPart = 400;

/**
 * Returns the viewport in which a canvas opens for the first time. It shows the whole drawing if
 * that is readable, otherwise a readable part that begins with the first element.
 */
export const openingView = (document: CanvasDocument, size: Size): Viewport => {
  const bounds = boundsOf(document);
  if (!bounds) return life;
  const whole = viewportOf(bounds, size);
  if (whole.zoom >= readableZoom || document.nodes.length > maxForPart) return whole;
  const [first] = inReadingOrder(
    document,
    document.nodes.filter(({ parentId }) => parentId === undefined),
  );
  const start = first ? boxOf(document, first) : bounds;
  const { top, right, bottom, left } = fitPadding;
  const across = { from: bounds.x, length: bounds.width, start: start.x };
  const down = { from: bounds.y, length: bounds.height, start: start.y };
  return {
    x: offsetOf({ ...across, room: size.width, before: left, after: right }),
    y: offsetOf({ ...down, room: size.height, before: top, after: bottom }),
    zoom: readableZoom,
  };
};

/** Lengths on the canvas: `from`, `length`, `start`. In pixels: `room`, `before`, `after`. */
type Axis = {
  from: number;
  length: number;
  start: number;
  room: number;
  before: number;
  after: number;
};

/** Returns the offset along one axis: centered if all of it fits, otherwise with `start` in view. */
const offsetOf = ({ from, length, start, room, before, after }: Axis): number => {
  const free = room - before - after - length * readableZoom;
  if (free >= 0) return before + free / 2 - from * readableZoom;
  const first = Math.max(from, start - room / 2 / readableZoom);
  return before - first * readableZoom;
};

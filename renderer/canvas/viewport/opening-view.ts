import type { Viewport } from '@xyflow/react';
import { hiddenIn } from '#shared/canvas/collapsed.ts';
import type { CanvasDocument, Size } from '#shared/canvas/document.ts';
import { boundsOf } from '#shared/canvas/flow-ends.ts';
import { boxOf, holdsBox, type Box } from '#shared/canvas/geometry.ts';
import { readingOrder } from '#shared/canvas/reading-order.ts';
import { fitPadding, viewportOf } from './view-box.ts';

const life: Viewport = { x: 0, y: 0, zoom: 1 };

/** From this zoom on, names and labels are readable. */
const readableZoom = 0.6;

/**
 * With more elements than this, an overview of the whole drawing is more useful than a readable
 * part.
 */
const maxForPart = 400;

/**
 * The smallest number of elements that the opening part must show, as a fraction of the number in the
 * part with the most elements.
 */
const enough = 0.75;

/**
 * Returns the viewport in which a canvas opens for the first time. It shows the whole drawing if
 * this is readable, otherwise the first readable part with many elements.
 */
export const openingView = (document: CanvasDocument, size: Size): Viewport => {
  const bounds = boundsOf(document);
  if (!bounds) return life;
  const whole = viewportOf(bounds, size);
  if (whole.zoom >= readableZoom || document.nodes.length > maxForPart) return whole;
  const { top, right, bottom, left } = fitPadding;
  const room = {
    width: Math.max(0, size.width - left - right) / readableZoom,
    height: Math.max(0, size.height - top - bottom) / readableZoom,
  };
  const { x, y } = firstFullPart(document, bounds, room);
  return { x: left - x * readableZoom, y: top - y * readableZoom, zoom: readableZoom };
};

/**
 * Returns the first part of the drawing, in reading order, that has enough elements. Each part has
 * the size `room` and begins with an element, unless it would then end beyond the drawing.
 */
const firstFullPart = (document: CanvasDocument, bounds: Box, room: Size): Box => {
  const boxes = boxesInReadingOrder(document);
  const parts = boxes.map((box) => ({
    x: startOf(box.x, bounds.x, bounds.width, room.width),
    y: startOf(box.y, bounds.y, bounds.height, room.height),
    ...room,
  }));
  const counts = parts.map((part) => boxes.filter((box) => holdsBox(part, box)).length);
  const most = Math.max(...counts);
  return parts[counts.findIndex((count) => count >= most * enough)] ?? { ...bounds, ...room };
};

/** Returns the boxes of the visible elements, except those that contain other visible elements. */
const boxesInReadingOrder = (document: CanvasDocument): Box[] => {
  const nodeById = new Map(document.nodes.map((node) => [node.id, node]));
  const hidden = hiddenIn(document);
  const parents = new Set(
    document.nodes.flatMap(({ id, parentId }) =>
      parentId === undefined || hidden.has(id) ? [] : [parentId],
    ),
  );
  return readingOrder(document).flatMap((id) => {
    const node = nodeById.get(id);
    return node && !parents.has(id) ? [boxOf(document, node)] : [];
  });
};

/**
 * Returns the start of a part along one axis. If the whole drawing fits the part, the drawing is
 * centered in it. Otherwise the part starts at `wanted`, unless it would then end beyond the drawing.
 */
const startOf = (wanted: number, from: number, length: number, room: number): number =>
  room >= length ? from - (room - length) / 2 : Math.min(wanted, from + length - room);

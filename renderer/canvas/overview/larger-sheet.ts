import type { Viewport } from '@xyflow/react';
import type { Size } from '#shared/canvas/document.ts';

/**
 * The sheet is larger than the view, by this part of it on each side (overview.module.css), so that
 * what was painted can be moved and stretched for a while before it is painted again.
 */
const margin = 0.15;
const stretch = { least: 0.8, most: 1.5 };

export const sheetSize = ({ width, height }: Size): Size => ({
  width: width * (1 + 2 * margin),
  height: height * (1 + 2 * margin),
});

/** The viewport of the view, as one of the sheet. */
export const onLargerSheet = ({ x, y, zoom }: Viewport, { width, height }: Size): Viewport => ({
  x: x + width * margin,
  y: y + height * margin,
  zoom,
});

/**
 * How a sheet painted for one viewport has to be moved to serve for another, as CSS; `null` where
 * it does not fill the view then, or is stretched too much.
 */
export const movedSheet = (
  painted: Viewport,
  now: Viewport,
  { width, height }: Size,
): string | null => {
  const scale = now.zoom / painted.zoom;
  if (scale < stretch.least || scale > stretch.most) return null;
  const across = movedAlong(painted.x, now.x, width, scale);
  const down = movedAlong(painted.y, now.y, height, scale);
  if (across === null || down === null) return null;
  return `translate(${across}px, ${down}px) scale(${scale})`;
};

const movedAlong = (from: number, to: number, room: number, scale: number): number | null => {
  const outside = room * margin;
  const by = to - scale * from + (1 - scale) * outside;
  const start = by - outside;
  const end = start + scale * room * (1 + 2 * margin);
  return start > 0 || end < room ? null : by;
};

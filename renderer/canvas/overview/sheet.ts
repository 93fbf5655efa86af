import type { Viewport } from '@xyflow/react';
import type { Size } from '#shared/canvas/document.ts';

/**
 * Sets the size of the sheet in device pixels, but only if it has changed, because setting it
 * clears the sheet.
 */
export const fitSheet = (
  sheet: HTMLCanvasElement,
  { width, height }: Size,
  ratio: number,
): void => {
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (sheet.width !== wide) sheet.width = wide;
  if (sheet.height !== high) sheet.height = high;
};

/**
 * The distance by which the sheet extends beyond the view on each side, as a fraction of the view. Because
 * of this margin, CSS can transform the picture for a while before it is repainted.
 */
const margin = 0.15;
const scaleRange = { min: 0.8, max: 1.5 };

/** Returns the margin in whole pixels, because the picture would be blurred between two pixels. */
const marginOf = (length: number): number => Math.round(length * margin);

export const sheetSize = ({ width, height }: Size): Size => ({
  width: width + 2 * marginOf(width),
  height: height + 2 * marginOf(height),
});

/** Places the sheet around the view, with a margin on each side. */
export const placeSheet = ({ style }: HTMLCanvasElement, view: Size): void => {
  const { width, height } = sheetSize(view);
  style.insetInlineStart = `${-marginOf(view.width)}px`;
  style.insetBlockStart = `${-marginOf(view.height)}px`;
  style.inlineSize = `${width}px`;
  style.blockSize = `${height}px`;
};

/** Converts the viewport of the view to the viewport of the sheet, which is larger than the view. */
export const onLargerSheet = ({ x, y, zoom }: Viewport, { width, height }: Size): Viewport => ({
  x: x + marginOf(width),
  y: y + marginOf(height),
  zoom,
});

/**
 * Returns the CSS transform that shows a sheet at the viewport `now` although it was painted for
 * another viewport. Returns `null` if the sheet would not cover the view, or would be scaled too
 * much.
 */
export const movedSheet = (
  painted: Viewport,
  now: Viewport,
  { width, height }: Size,
): string | null => {
  const scale = now.zoom / painted.zoom;
  if (scale < scaleRange.min || scale > scaleRange.max) return null;
  const across = movedAlong(painted.x, now.x, width, scale);
  const down = movedAlong(painted.y, now.y, height, scale);
  if (across === null || down === null) return null;
  return `translate(${across}px, ${down}px) scale(${scale})`;
};

const movedAlong = (from: number, to: number, room: number, scale: number): number | null => {
  const outside = marginOf(room);
  const by = to - scale * from + (1 - scale) * outside;
  const start = by - outside;
  const end = start + scale * (room + 2 * outside);
  return start > 0 || end < room ? null : by;
};

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

/** The size of the view in page pixels, with `ratio` device pixels per page pixel. */
type View = Size & { ratio: number };

/**
 * Returns the margin in page pixels. It is a whole number of device pixels, because the picture would be
 * blurred between two of them.
 */
const marginOf = (length: number, { ratio }: View): number =>
  Math.round(length * margin * ratio) / ratio;

export const sheetSize = (view: View): Size => ({
  width: view.width + 2 * marginOf(view.width, view),
  height: view.height + 2 * marginOf(view.height, view),
});

/** Returns the styles that place the sheet around the view, with a margin on each side. */
export const sheetStyle = (view: View) => {
  const { width, height } = sheetSize(view);
  return {
    insetInlineStart: `${-marginOf(view.width, view)}px`,
    insetBlockStart: `${-marginOf(view.height, view)}px`,
    inlineSize: `${width}px`,
    blockSize: `${height}px`,
  };
};

/** Converts the viewport of the view to the viewport of the sheet, which is larger than the view. */
export const onLargerSheet = ({ x, y, zoom }: Viewport, view: View): Viewport => ({
  x: x + marginOf(view.width, view),
  y: y + marginOf(view.height, view),
  zoom,
});

/**
 * Returns the CSS transform that shows a sheet at the viewport `now` although it was painted for
 * another viewport. Returns `null` if the sheet would not cover the view, or would be scaled too
 * much.
 */
export const movedSheet = (painted: Viewport, now: Viewport, view: View): string | null => {
  const scale = now.zoom / painted.zoom;
  if (scale < scaleRange.min || scale > scaleRange.max) return null;
  const along = (from: number, to: number, room: number): number | null => {
    const outside = marginOf(room, view);
    const by = to - scale * from + (1 - scale) * outside;
    const start = by - outside;
    const end = start + scale * (room + 2 * outside);
    return start > 0 || end < room ? null : by;
  };
  const across = along(painted.x, now.x, view.width);
  const down = along(painted.y, now.y, view.height);
  if (across === null || down === null) return null;
  return `translate(${across}px, ${down}px) scale(${scale})`;
};

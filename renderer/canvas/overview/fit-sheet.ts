import type { Size } from '#shared/canvas/document.ts';

/** As many pixels as the screen has for it. Setting the size empties the sheet, which takes long. */
export const fitSheet = (
  sheet: HTMLCanvasElement,
  { width, height }: Size,
  ratio: number,
): void => {
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (sheet.width !== wide) sheet.width = wide;
  if (sheet.height !== high) sheet.height = high;
};

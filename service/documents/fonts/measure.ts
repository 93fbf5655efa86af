import type { Font } from 'fontkit';
import { assetPath, type AssetName } from '../assets.ts';
import type { FontRun } from './font-runs.ts';

type TextStyle = { size: number; isBold: boolean };

/** Returns the width of a run, in the unit of the style's `size`. */
export type Measure = (run: FontRun, style: TextStyle) => number;

const fonts = new Map<AssetName, Font>();
const widths = new Map<string, number>();

/**
 * The most widths in the cache, which is cleared when it is full. Widths are cached, because words
 * repeat often.
 */
const maxWidths = 50_000;

/**
 * Returns a function that measures text with the shapes and widths of the real fonts. Loads each font
 * when it is first needed.
 */
export const loadMeasure = async (): Promise<Measure> => {
  const { openSync } = await import('fontkit');
  const fontOf = (file: AssetName): Font => {
    const known = fonts.get(file);
    if (known) return known;
    const opened = openSync(assetPath(file));
    if (!('layout' in opened)) throw new Error(`${file} is a collection of fonts`);
    fonts.set(file, opened);
    return opened;
  };
  return ({ text, face }, { size, isBold }) => {
    const file = isBold ? (face.bold ?? face.regular) : face.regular;
    const key = `${file}\n${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      const font = fontOf(file);
      width = font.layout(text).advanceWidth / font.unitsPerEm;
      if (widths.size >= maxWidths) widths.clear();
      widths.set(key, width);
    }
    return width * size;
  };
};

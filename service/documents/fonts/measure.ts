import type { Font } from 'fontkit';
import { assetPath, type AssetName } from '../assets.ts';
import type { FontRun } from './font-runs.ts';

type TextStyle = { size: number; isBold: boolean };

/** Returns the width of a run in the unit of its font size. */
export type Measure = (run: FontRun, style: TextStyle) => number;

const fonts = new Map<AssetName, Font>();
const widths = new Map<string, number>();

/** Words repeat often, so widths are cached. The whole cache is cleared when it is full. */
const maxWidths = 50_000;

/**
 * Returns a function that measures shaped text with the fonts themselves. Loads each font on first
 * use.
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

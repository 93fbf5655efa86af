import type { Font } from 'fontkit';
import { assetPath, type AssetName } from '../assets.ts';
import type { FontRun } from './font-runs.ts';

type TextStyle = { size: number; isBold: boolean };

/** The width of a run, in the unit of its size. */
export type Measure = (run: FontRun, style: TextStyle) => number;

const fonts = new Map<AssetName, Font>();
const widths = new Map<string, number>();

/** Words come again and again; what is measured is forgotten all at once when it is too much. */
const mostWidths = 50_000;

/** Widths by the fonts themselves, shaped as they will be. Each font is read when it is needed. */
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
      if (widths.size >= mostWidths) widths.clear();
      widths.set(key, width);
    }
    return width * size;
  };
};

import type { SetText } from '#shared/drawing/draw-canvas.ts';
import { showable, type FontRun } from './font-runs.ts';
import type { Measure } from './measure.ts';
import { visualRuns } from './visual-order.ts';

/**
 * Splits a line of a diagram into runs of one font each. SVG renderers lose letters in a line with
 * several fonts, so each run is placed by its measured width. Omits text smaller than `minSize`.
 */
export const setTextBy =
  (measure: Measure, minSize: number): SetText =>
  (text, style) => {
    if (style.size < minSize) return [];
    const runs = visualRuns(showable(text)).flatMap(withoutFirstSpaces);
    return runs.map((run) => ({
      text: run.text,
      family: run.face.family,
      width: runs.length > 1 ? measure(run, style) : 0,
    }));
  };

/** Renderers drop leading spaces, so they become a separate run that only takes up space. */
const withoutFirstSpaces = ({ text, face }: FontRun): FontRun[] => {
  const rest = text.trimStart();
  const spaces = text.slice(0, text.length - rest.length);
  return [spaces, rest].filter(Boolean).map((part) => ({ text: part, face }));
};

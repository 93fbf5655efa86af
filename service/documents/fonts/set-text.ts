import type { SetText } from '#shared/drawing/draw-canvas.ts';
import { showable, type FontRun } from './font-runs.ts';
import type { Measure } from './measure.ts';
import { visualRuns } from './visual-order.ts';

/**
 * Returns a function that splits a line of a diagram into runs of one font each. In a line with several
 * runs, each run has its measured width, so that the runs can be placed separately. This is necessary,
 * because SVG renderers lose letters in a text with several fonts. Text smaller than `minSize` is
 * omitted.
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

/**
 * Splits off leading spaces as a run that only takes up space, because renderers drop leading spaces.
 */
const withoutFirstSpaces = ({ text, face }: FontRun): FontRun[] => {
  const rest = text.trimStart();
  const spaces = text.slice(0, text.length - rest.length);
  return [spaces, rest].filter(Boolean).map((part) => ({ text: part, face }));
};

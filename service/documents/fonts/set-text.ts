import type { SetText } from '#shared/drawing/draw-canvas.ts';
import { showable, type FontRun } from './font-runs.ts';
import type { Measure } from './measure.ts';
import { visualRuns } from './visual-order.ts';

/**
 * Sets the lines of a diagram in our fonts. SVG renderers shape a whole line with each of its fonts
 * and lose letters where the results differ, so each run is positioned by its measured width. Omits
 * text smaller than `least`.
 */
export const setTextBy =
  (measure: Measure, least: number): SetText =>
  (text, style) => {
    if (style.size < least) return [];
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

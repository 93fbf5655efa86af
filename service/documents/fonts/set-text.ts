import type { SetText } from '#shared/drawing/draw-canvas.ts';
import { showable, type FontRun } from './font-runs.ts';
import type { Measure } from './measure.ts';
import { visualRuns } from './visual-order.ts';

/**
 * Sets the lines of a drawing in our fonts. Renderers of SVG shape a line as a whole with each of
 * its fonts and lose letters where those disagree, so each run is placed by its measured width.
 * What is smaller than `least` is left out.
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

/** A renderer drops the spaces that a text begins with; on their own they only take room. */
const withoutFirstSpaces = ({ text, face }: FontRun): FontRun[] => {
  const rest = text.trimStart();
  const spaces = text.slice(0, text.length - rest.length);
  return [spaces, rest].filter(Boolean).map((part) => ({ text: part, face }));
};

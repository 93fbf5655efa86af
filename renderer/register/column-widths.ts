import type { RegisterColumn } from '#shared/desktop/register.ts';

export const initialWidths: Record<RegisterColumn, number> = {
  reference: 70,
  title: 320,
  threat: 180,
  priority: 110,
  status: 140,
  component: 160,
  canvas: 130,
  model: 140,
  category: 160,
  owner: 120,
  due: 150,
  likelihood: 110,
  impact: 110,
  changed: 140,
};

/** The width of the column with the checkboxes, in pixels. */
export const checkWidth = 36;

const minTitle = 180;
const minThreat = 110;

/**
 * Returns the initial widths of the columns `title` and `threat`. In a narrow table, these two columns
 * shrink, so that the priority and the status can be seen without scrolling.
 */
export const fittedTitles = (
  visible: readonly RegisterColumn[],
  chosen: Readonly<Record<string, number>>,
  available: number,
): { title: number; threat: number } => {
  const { title, threat } = initialWidths;
  const last = Math.max(visible.indexOf('priority'), visible.indexOf('status'));
  const important = visible.slice(0, last + 1);
  const missing =
    important.reduce((sum, column) => sum + (chosen[column] ?? initialWidths[column]), checkWidth) -
    available;
  const spare = (column: RegisterColumn, by: number): number =>
    important.includes(column) && chosen[column] === undefined ? by : 0;
  const ofTitle = spare('title', title - minTitle);
  const ofThreat = spare('threat', threat - minThreat);
  const share = Math.min(1, Math.max(0, missing) / Math.max(1, ofTitle + ofThreat));
  return {
    title: title - Math.ceil(ofTitle * share),
    threat: threat - Math.ceil(ofThreat * share),
  };
};

import { expect, it } from 'vitest';
import type { RegisterColumn } from '#shared/desktop/register.ts';
import { checkWidth, fittedTitles, initialWidths } from './column-widths.ts';

const threats: RegisterColumn[] = ['reference', 'title', 'priority', 'status', 'component'];
const mitigations = threats.toSpliced(2, 0, 'threat');

/** Returns the width of all columns up to the status. These columns have to fit into the table. */
const endOfStatus = (
  columns: readonly RegisterColumn[],
  available: number,
  chosen: Record<string, number> = {},
): number => {
  const widths = { ...initialWidths, ...fittedTitles(columns, chosen, available), ...chosen };
  return columns
    .slice(0, columns.indexOf('status') + 1)
    .reduce((sum, column) => sum + widths[column], checkWidth);
};

it('makes titles narrower until the status can be seen', () => {
  expect(endOfStatus(mitigations, 785)).toBeLessThanOrEqual(785);
  expect(endOfStatus(threats, 560)).toBeLessThanOrEqual(560);
  expect(fittedTitles(threats, {}, 560).threat).toBe(initialWidths.threat);
});

it('keeps titles wide if there is room, and readable if there is none', () => {
  const { title, threat } = initialWidths;
  expect(fittedTitles(mitigations, {}, 1440)).toEqual({ title, threat });
  expect(fittedTitles(mitigations, {}, 300)).toEqual({ title: 180, threat: 110 });
});

it('does not change chosen widths, or columns after the status', () => {
  expect(endOfStatus(mitigations, 785, { threat: 150 })).toBeLessThanOrEqual(785);
  expect(fittedTitles(threats, { title: 500 }, 560).title).toBe(initialWidths.title);
  expect(fittedTitles(['priority', 'status', 'title'], {}, 200).title).toBe(initialWidths.title);
  expect(fittedTitles(['reference', 'title'], {}, 200).title).toBe(initialWidths.title);
});

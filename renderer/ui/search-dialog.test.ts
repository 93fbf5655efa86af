import { expect, it } from 'vitest';
import { ranked } from './search-dialog.tsx';

const entry = (label: string, keywords = '') => ({ id: label, label, keywords });
const labels = (query: string) =>
  ranked(query, [
    {
      group: 'Commands',
      actions: [entry('Export as graph JSON'), entry('Show map'), entry('Fit view', 'snap')],
    },
    { group: 'Elements', actions: [entry('Mobile api'), entry('API')] },
  ]).flatMap((each) => ('actions' in each ? each.actions.map(({ label }) => label) : each.label));

it('finds words that begin with the query first, also in later groups', () => {
  expect(labels('ap')).toEqual([
    'Mobile api',
    'API',
    'Export as graph JSON',
    'Show map',
    'Fit view',
  ]);
});

it('keeps the order otherwise', () => {
  expect(labels('')[0]).toBe('Export as graph JSON');
  expect(labels('ex')).toEqual(['Export as graph JSON']);
  expect(labels('xyz')).toEqual([]);
});

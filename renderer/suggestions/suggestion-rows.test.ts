import { expect, test } from 'vitest';
import { suggestFor } from '#shared/suggestions/testing/suggest-for.ts';
import { suggestionRows } from './suggestion-rows.ts';

const suggestions = suggestFor([
  'entity Customer',
  'process Shop',
  'store Orders database',
  'Customer -> Shop: Order',
  'Shop -> Orders database: Order',
]);

test.each(['element', 'category'] as const)('each suggestion is in one group by %s', (grouping) => {
  const rows = suggestionRows(suggestions, grouping, new Set());
  const keys = rows.flatMap((row) => (row.isGroup ? [] : [row.suggestion.key]));
  expect(keys.toSorted()).toEqual(suggestions.map(({ key }) => key).toSorted());
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

test('a closed group shows no suggestions', () => {
  const all = suggestionRows(suggestions, 'element', new Set());
  const [first] = all;
  const rows = suggestionRows(suggestions, 'element', new Set([first?.id ?? '']));
  expect(rows.length).toBe(all.length - (first?.isGroup === true ? first.suggestions.length : 0));
});

import { expect, test } from 'vitest';
import { untranslated } from './translations.ts';

test('texts that are only in English are counted by language, and the first ones are named', () => {
  const keys = ['threats.field.effort', 'a.one', 'a.two', 'a.three'];
  const missing = new Map([
    ['de', keys],
    ['ja', keys.slice(0, 1)],
  ]);
  expect(untranslated(missing)).toBe(
    'Not translated yet (de 4, ja 1): threats.field.effort, a.one, a.two, …',
  );
  expect(untranslated(new Map())).toBeUndefined();
});

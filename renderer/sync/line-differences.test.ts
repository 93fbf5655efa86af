import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineDifferences } from './line-differences.ts';

const textOf = (lines: ReturnType<typeof lineDifferences>, ...marks: string[]): string =>
  lines
    .filter(({ mark }) => marks.includes(mark))
    .map(({ text }) => text)
    .join('\n');

test('a rewritten line is shown before and after, between unchanged lines', () => {
  expect(lineDifferences('one\ntwo\nthree', 'one\n2\nthree')).toEqual([
    { mark: 'same', text: 'one' },
    { mark: 'removed', text: 'two' },
    { mark: 'added', text: '2' },
    { mark: 'same', text: 'three' },
  ]);
});

test('both texts can be reconstructed from the lines', () => {
  const text = fc.array(fc.constantFrom('', 'a', 'b', 'c'), { minLength: 1 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const [origin, now] = [before.join('\n'), after.join('\n')];
      const lines = lineDifferences(origin, now);
      expect(textOf(lines, 'same', 'removed')).toBe(origin);
      expect(textOf(lines, 'same', 'added')).toBe(now);
    }),
  );
});

test('thousands of equal lines do not block the window', () => {
  const empty = Array.from({ length: 4000 }, () => '').join('\n');
  const lines = lineDifferences(`first\n1${empty}2\nlast`, `first\n3${empty}\n4\nlast`);
  expect(lines[0]).toEqual({ mark: 'same', text: 'first' });
  expect(lines.at(-1)).toEqual({ mark: 'same', text: 'last' });
  expect(lines.filter(({ mark }) => mark === 'same')).toHaveLength(2);
});

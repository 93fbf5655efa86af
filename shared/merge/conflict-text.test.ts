import { expect, test } from 'vitest';
import { conflictText } from './conflict-text.ts';

const lines = (...texts: string[]): string => texts.join('\n');
const [ours, between, theirs] = ['<<<<<<< ours', '=======', '>>>>>>> theirs'];

test.each([
  ['equal texts', lines('a', 'b'), lines('a', 'b'), lines('a', 'b')],
  [
    'a changed line',
    lines('a', 'b', 'c'),
    lines('a', 'x', 'c'),
    lines('a', ours, 'b', between, 'x', theirs, 'c'),
  ],
  [
    'a line that only they have',
    lines('a', 'c'),
    lines('a', 'b', 'c'),
    lines('a', ours, between, 'b', theirs, 'c'),
  ],
  [
    'a line that only we have',
    lines('a', 'b', 'c'),
    lines('a', 'c'),
    lines('a', ours, 'b', between, theirs, 'c'),
  ],
  [
    // The equal lines at the start and at the end of the texts overlap.
    'one more of several equal lines',
    lines('a', 'a'),
    lines('a', 'a', 'a'),
    lines('a', 'a', ours, between, 'a', theirs),
  ],
  [
    'equal lines between two changes',
    lines('a', 'b', 'c', 'd', 'e'),
    lines('a', 'B', 'c', 'D', 'e'),
    lines('a', ours, 'b', between, 'B', theirs, 'c', ours, 'd', between, 'D', theirs, 'e'),
  ],
])('marks %s', (_, mine, other, marked) => {
  expect(conflictText(mine, other)).toBe(marked);
});

test('marks the whole part between the equal lines if there are too many lines to compare', () => {
  const [one, other] = ['a', 'b'].map((letter) =>
    lines(letter, ...Array.from({ length: 4000 }, (_, at) => `Line ${at}`), letter),
  );
  if (one === undefined || other === undefined) throw new Error('no text');
  expect(conflictText(lines('start', one, 'end'), lines('start', other, 'end'))).toBe(
    lines('start', ours, one, between, other, theirs, 'end'),
  );
});

import { describe, expect, it } from 'vitest';
import { copyName, indexAt, reordered } from './reordered.ts';

const tabs = [
  { id: 'a', start: 0, end: 100 },
  { id: 'b', start: 100, end: 200 },
  { id: 'c', start: 200, end: 300 },
];

describe('a dragged tab', () => {
  it.each([
    ['a', 20, ['a', 'b', 'c']],
    ['a', 160, ['b', 'a', 'c']],
    ['a', 290, ['b', 'c', 'a']],
    ['c', 140, ['a', 'c', 'b']],
    ['c', 40, ['c', 'a', 'b']],
  ])('%s, dragged to %i', (id, point, expected) => {
    const ids = tabs.map((tab) => tab.id);
    expect(reordered(ids, id, indexAt(tabs, id, point))).toEqual(expected);
  });
});

it('a copy gets the first unused name', () => {
  const nameOf = (number: number): string => `Copy ${number}`;
  expect(copyName([], nameOf)).toBe('Copy 1');
  expect(copyName(['Copy 1', 'Copy 2'], nameOf)).toBe('Copy 3');
});

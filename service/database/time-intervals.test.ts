import { expect, test } from 'vitest';
import { pageStart, totalOf } from './time-intervals.ts';

const intervals = [
  { start: '', n: 30 },
  { start: '2026-02', n: 0 },
  { start: '2026-03', n: 50 },
  { start: '2026-04', n: 20 },
];

test.each([
  [0, 'ASC', { bound: { operator: '>=', instant: '' }, skip: 0 }],
  [29, 'ASC', { bound: { operator: '>=', instant: '' }, skip: 29 }],
  [30, 'ASC', { bound: { operator: '>=', instant: '2026-03' }, skip: 0 }],
  [99, 'ASC', { bound: { operator: '>=', instant: '2026-04' }, skip: 19 }],
  [100, 'ASC', { skip: 100 }],
  [0, 'DESC', { skip: 0 }],
  [19, 'DESC', { skip: 19 }],
  [20, 'DESC', { bound: { operator: '<', instant: '2026-04' }, skip: 0 }],
  [70, 'DESC', { bound: { operator: '<', instant: '2026-02' }, skip: 0 }],
  [99, 'DESC', { bound: { operator: '<', instant: '2026-02' }, skip: 29 }],
  [100, 'DESC', { skip: 100 }],
] as const)('the page after %i other records, %s, begins at %j', (offset, order, expected) => {
  expect(pageStart(intervals, offset, order)).toEqual(expected);
});

test('all pages together are all records', () => {
  expect(totalOf(intervals)).toBe(100);
  expect(totalOf([])).toBe(0);
});

import { expect, it } from 'vitest';
import { rankedAtStart, separator, sortedByKey } from './register-order.ts';

const byStatus = { column: 'status', isDescending: false } as const;
const byPriority = { column: 'priority', isDescending: true } as const;
const byTitle = { column: 'title', isDescending: false } as const;

it('keeps the order of rows with the same values, and puts unknown values first', () => {
  const keys = ['high', 'low', 'urgent', 'high', 'critical', 'asap'];
  const ascending = { ...byPriority, isDescending: false };
  expect(sortedByKey([1, 2, 3, 4, 5, 6], keys, [ascending])).toEqual([6, 3, 2, 1, 4, 5]);
  expect(sortedByKey([1, 2, 3, 4, 5, 6], keys, [byPriority])).toEqual([5, 1, 4, 2, 3, 6]);
});

it('sorts by several columns', () => {
  const keys = [
    ['mitigated', 'high'],
    ['open', 'low'],
    ['mitigated', 'critical'],
    ['open', 'high'],
  ].map((values) => values.join(separator));
  expect(sortedByKey([1, 2, 3, 4], keys, [byStatus, byPriority])).toEqual([4, 2, 3, 1]);
});

it('takes the terms before the first column with many values', () => {
  expect(rankedAtStart([byStatus, byTitle, byPriority])).toEqual([byStatus]);
  expect(rankedAtStart([byStatus, byPriority])).toEqual([byStatus, byPriority]);
  expect(rankedAtStart([byTitle])).toEqual([]);
});

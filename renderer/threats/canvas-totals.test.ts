import { expect, test } from 'vitest';
import { byAttention, canvasTotals } from './canvas-totals.ts';

const badge = (title: string, openThreatCount: number, worstPriority: string | null) => ({
  title,
  openThreatCount,
  worstPriority,
});
const badges = [
  badge('Cache', 0, null),
  badge('Shop 10', 1, 'high'),
  badge('Shop 2', 1, 'high'),
  badge('Ledger', 4, 'high'),
  badge('Network', 1, 'critical'),
  badge('Partner', 2, 'blocker'),
];

test('counts components, open threats, and components by the worst of them', () => {
  expect(canvasTotals(badges)).toEqual({
    components: 6,
    openThreats: 9,
    byWorst: [
      { priority: 'critical', components: 1 },
      { priority: 'high', components: 3 },
      { priority: 'blocker', components: 1 },
    ],
  });
});

test('what needs attention comes first, and titles are ordered as people count', () => {
  expect(byAttention(badges, 'en').map(({ title }) => title)).toEqual([
    'Network',
    'Ledger',
    'Shop 2',
    'Shop 10',
    'Partner',
    'Cache',
  ]);
});

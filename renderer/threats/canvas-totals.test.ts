import { expect, test } from 'vitest';
import { byAttention, canvasTotals } from './canvas-totals.ts';

const badge = (
  title: string,
  openThreatCount: number,
  worstPriority: string | null,
  openByPriority: Record<string, number> = worstPriority
    ? { [worstPriority]: openThreatCount }
    : {},
) => ({ title, openThreatCount, worstPriority, openByPriority });
const badges = [
  badge('Cache', 0, null),
  badge('Shop 10', 1, 'high'),
  badge('Shop 2', 1, 'high'),
  badge('Ledger', 4, 'high', { high: 1, low: 3 }),
  badge('Network', 1, 'critical'),
  badge('Partner', 2, 'blocker'),
];

test('counts components and open threats, also by priority', () => {
  expect(canvasTotals(badges)).toEqual({
    components: 6,
    openThreats: 9,
    byPriority: [
      { priority: 'critical', openThreats: 1 },
      { priority: 'high', openThreats: 3 },
      { priority: 'low', openThreats: 3 },
      { priority: 'blocker', openThreats: 2 },
    ],
  });
});

test('components that need attention come first, and titles are sorted naturally', () => {
  expect(byAttention(badges, 'en').map(({ title }) => title)).toEqual([
    'Network',
    'Ledger',
    'Shop 2',
    'Shop 10',
    'Partner',
    'Cache',
  ]);
});

test('a limited list has the first components of the full one', () => {
  const all = byAttention(badges, 'en');
  for (const limit of [1, 3, badges.length]) {
    expect(byAttention(badges, 'en', limit)).toEqual(all.slice(0, limit));
  }
});

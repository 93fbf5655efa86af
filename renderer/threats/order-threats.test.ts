import { expect, test } from 'vitest';
import { orderThreats } from './order-threats.ts';

const threat = (id: string, priority: string, status = 'open', created_at = '2026-01-01') => ({
  id,
  priority,
  status,
  created_at,
});
const ids = (threats: readonly { id: string }[]): string => threats.map(({ id }) => id).join(' ');

test('sorts by priority, then status, then age', () => {
  const threats = [
    threat('low', 'low'),
    threat('settled', 'high', 'accepted'),
    threat('younger', 'high', 'open', '2026-02-01'),
    threat('older', 'high', 'open', '2026-01-01'),
    threat('worst', 'critical', 'mitigated'),
  ];
  expect(ids(orderThreats(threats))).toBe('worst older younger settled low');
});

test('unknown values come last', () => {
  const threats = [
    threat('blocker', 'blocker'),
    threat('review', 'low', 'under_review'),
    threat('low', 'low', 'not_applicable'),
  ];
  expect(ids(orderThreats(threats))).toBe('low review blocker');
});

test('a threat that is open for editing keeps its position', () => {
  const threats = [threat('a', 'high'), threat('b', 'critical')];
  const fixed = new Map([['b', { priority: 'low', status: 'open' }]]);
  expect(ids(orderThreats(threats, fixed))).toBe('a b');
});

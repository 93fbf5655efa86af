import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = Date.parse('2026-05-20T12:00:00Z');

test.each([
  ['2026-05-20T11:59:40Z', 'now'],
  ['2026-05-20T11:58:10Z', '1 minute ago'],
  ['2026-05-20T09:00:00Z', '3 hours ago'],
  ['2026-05-19T10:00:00Z', 'yesterday'],
  ['2026-05-11T12:00:00Z', 'last week'],
  ['2025-01-01T00:00:00Z', 'last year'],
])('%s is %s', (timestamp, words) => {
  expect(relativeTime(timestamp, now, 'en')).toBe(words);
});

test('a time in the future counts as now', () => {
  expect(relativeTime('2026-05-20T12:05:00Z', now, 'en')).toBe('now');
});

test('uses the language of the window', () => {
  expect(relativeTime('2026-05-20T09:00:00Z', now, 'de')).toBe('vor 3 Stunden');
});

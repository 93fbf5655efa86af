import { afterEach, expect, it, vi } from 'vitest';
import { steadyClock } from './steady-clock.ts';

afterEach(() => vi.restoreAllMocks());

it('starts at the time of the system, and then only advances', () => {
  const elapsed = vi.spyOn(performance, 'now').mockReturnValue(5000);
  let time = Date.parse('2026-01-01T00:00:00.000Z');
  const clock = steadyClock(() => new Date(time));
  expect(clock().toISOString()).toBe('2026-01-01T00:00:00.000Z');
  time -= 3_600_000;
  elapsed.mockReturnValue(6000);
  expect(clock().toISOString()).toBe('2026-01-01T00:00:01.000Z');
});

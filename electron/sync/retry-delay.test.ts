import fc from 'fast-check';
import { expect, it } from 'vitest';
import { retryDelayMs } from './retry-delay.ts';

it('waits longer after each failure, never more than a minute, and not all at one moment', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, chance) => {
      const delay = retryDelayMs(attempt, chance);
      expect(delay).toBeGreaterThanOrEqual(500);
      expect(delay).toBeLessThanOrEqual(60_000);
      expect(delay).toBeLessThanOrEqual(retryDelayMs(attempt + 1, chance));
    }),
  );
  expect(retryDelayMs(3, 0)).not.toBe(retryDelayMs(3, 1));
});

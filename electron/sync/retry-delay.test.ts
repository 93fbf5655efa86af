import fc from 'fast-check';
import { expect, it } from 'vitest';
import { retryDelayMs } from './retry-delay.ts';
import { openOffice } from './testing/office.ts';

it('grows after each failure up to a minute, with a random part', () => {
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

it.each([
  [0, 0, 500],
  [0, 1, 1000],
  [1, 0.5, 1500],
  [3, 0, 4000],
  [3, 1, 8000],
  [5, 1, 32_000],
  [6, 1, 60_000],
  [40, 0, 30_000],
])('before retry %i, with the random part %d, is %i ms', (attempt, chance, ms) => {
  expect(retryDelayMs(attempt, chance)).toBe(ms);
});

it('is short again after a person asked for a sync', async () => {
  const office = await openOffice();
  const delays: number[] = [];
  const { engine } = await office.openApp({
    network: () => Promise.reject(new Error('The service is away')),
    later: (_work, ms) => {
      delays.push(ms);
      return () => undefined;
    },
  });
  for (let attempt = 0; attempt < 5; attempt += 1) await engine.syncRecent().catch(() => undefined);
  await engine.syncAll().catch(() => undefined);
  await office.close();
  const [asked, last] = delays.toReversed();
  expect(last).toBeGreaterThanOrEqual(8000);
  expect(asked).toBeLessThanOrEqual(1000);
});

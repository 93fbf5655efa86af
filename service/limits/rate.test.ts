import { expect, test } from 'vitest';
import { rateOf } from './rate.ts';

test('ten seconds are saved up, and then a fixed number is served each second', () => {
  let now = 0;
  const { secondsToWait } = rateOf(2, () => now);
  const served = (key: string) => {
    let count = 0;
    while (secondsToWait(key) === 0) count += 1;
    return count;
  };
  expect(served('one')).toBe(20);
  expect(secondsToWait('one')).toBe(1);
  expect(served('other')).toBe(20);
  now += 3000;
  expect(served('one')).toBe(6);
  now += 60_000;
  expect(served('one')).toBe(20);
});

test('a rate below one per second gives the time to wait', () => {
  let now = 0;
  const { secondsToWait } = rateOf(0.1, () => now);
  expect([secondsToWait('one'), secondsToWait('one')]).toEqual([0, 10]);
  now += 4000;
  expect(secondsToWait('one')).toBe(6);
});

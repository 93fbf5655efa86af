import { expect, test } from 'vitest';
import { coalesced } from './coalesced.ts';

test('calls during a run cause one more run, after the last call', async () => {
  const ends: (() => void)[] = [];
  let runs = 0;
  const ask = coalesced(() => {
    runs += 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.push(resolve);
    return promise;
  });
  ask();
  ask();
  ask();
  expect(runs).toBe(1);
  ends.shift()?.();
  await expect.poll(() => runs).toBe(2);
  ends.shift()?.();
  await Promise.resolve();
  ask();
  await expect.poll(() => runs).toBe(3);
});

test('later calls run after a failure', async () => {
  let runs = 0;
  const ask = coalesced(async () => {
    runs += 1;
    await Promise.reject(new Error('not read'));
  });
  ask();
  ask();
  await expect.poll(() => runs).toBe(2);
});

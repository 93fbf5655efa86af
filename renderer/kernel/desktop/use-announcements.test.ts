import { expect, test, vi } from 'vitest';
import { follow } from './use-announcements.ts';

test('an iterator that ends or fails is subscribed again, and the gap is reported', async () => {
  vi.useFakeTimers();
  const abort = new AbortController();
  const received: number[] = [];
  let missed = 0;
  let subscriptions = 0;
  const subscribe = async function* () {
    subscriptions += 1;
    yield subscriptions;
    if (subscriptions === 2) throw new Error('the port was closed');
    if (subscriptions === 3) abort.abort();
  };

  const followed = follow(
    () => Promise.resolve(subscribe()),
    (event) => received.push(event),
    { signal: abort.signal, onMissed: () => (missed += 1) },
  );
  await vi.runAllTimersAsync();
  await followed;
  vi.useRealTimers();

  expect(received).toEqual([1, 2, 3]);
  expect(missed).toBe(2);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeatedly } from './repeatedly.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('runs at once and then every minute, until it is stopped', async () => {
  const work = vi.fn<() => Promise<void>>(async () => await Promise.resolve());
  const repeated = repeatedly({ everyMs: 60_000, work, onFailure: () => undefined });
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(work).toHaveBeenCalledTimes(3);
  await repeated.stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(work).toHaveBeenCalledTimes(3);
});

test('work that takes longer than a minute runs only once at a time, and is awaited', async () => {
  const turn = Promise.withResolvers<void>();
  const work = vi.fn<() => Promise<void>>(async () => await turn.promise);
  const repeated = repeatedly({ everyMs: 60_000, work, onFailure: () => undefined });
  await vi.advanceTimersByTimeAsync(180_000);
  expect(work).toHaveBeenCalledTimes(1);
  const order: string[] = [];
  const stopped = repeated.stop().then(() => order.push('stopped'));
  order.push('done');
  turn.resolve();
  await stopped;
  expect(order).toEqual(['done', 'stopped']);
});

test('a failure is reported, and the work is tried again the next minute', async () => {
  const failures: unknown[] = [];
  const work = vi.fn<() => Promise<void>>(
    async () => await Promise.reject(new Error('no database')),
  );
  const repeated = repeatedly({
    everyMs: 60_000,
    work,
    onFailure: (error) => failures.push(error),
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).toHaveBeenCalledTimes(2);
  await repeated.stop();
  expect(failures).toEqual([new Error('no database'), new Error('no database')]);
});

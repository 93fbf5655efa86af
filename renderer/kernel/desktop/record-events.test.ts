import { afterAll, expect, test, vi } from 'vitest';
import type { RecordsChanged } from '#shared/desktop/contract.ts';
import { recordKinds } from '#shared/records/record-kinds.ts';
import { drawingsChanged, followRecords, onRecordsChanged } from './record-events.ts';

const subscriptions = vi.hoisted(() => {
  const streams: ReadableStreamDefaultController<unknown>[] = [];
  return {
    streams,
    subscribe: () =>
      Promise.resolve(new ReadableStream({ start: (stream) => void streams.push(stream) })),
  };
});
vi.mock('./desktop.ts', () => ({ desktop: { recordsChanged: subscriptions.subscribe } }));

afterAll(() => vi.useRealTimers());

test('events are received from the first request on, and missed ones count as changes by others', async () => {
  vi.useFakeTimers();
  const received: RecordsChanged[] = [];
  followRecords();
  const { streams } = subscriptions;
  expect(streams).toHaveLength(1);

  streams[0]?.enqueue({ kinds: ['canvas'], origin: 'person' });
  streams[0]?.enqueue({ kinds: ['threat'], origin: 'sync' });
  await vi.advanceTimersByTimeAsync(0);
  expect(drawingsChanged()).toBe(0);
  streams[0]?.enqueue({ kinds: ['canvas'], origin: 'sync' });
  await vi.advanceTimersByTimeAsync(0);
  expect(drawingsChanged()).toBe(1);

  const stop = onRecordsChanged((event) => received.push(event));
  streams[0]?.close();
  await vi.runAllTimersAsync();
  expect(streams).toHaveLength(2);
  expect(received).toEqual([{ kinds: [...recordKinds], origin: 'sync' }]);
  expect(drawingsChanged()).toBe(2);

  stop();
  streams[1]?.enqueue({ kinds: ['threat'], origin: 'sync' });
  await vi.advanceTimersByTimeAsync(0);
  expect(received).toHaveLength(1);
});

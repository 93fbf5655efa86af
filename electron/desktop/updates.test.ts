import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UpdateState } from '#shared/desktop/updates.ts';
import { UpdateFailure } from '../shell/update-failure.ts';
import type { Updater } from '../shell/updater.ts';
import { createUpdates, updateTimes } from './updates.ts';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-05-01T08:00:00Z') }));
afterEach(() => vi.useRealTimers());

type Choices = { managed?: boolean | null; wantsCheck?: boolean; hasSource?: boolean };

/** Creates the updates with an updater whose results the test sets. Records every request to it. */
const begin = (parts: Partial<Updater>, choices: Choices = {}) => {
  const { managed = null, wantsCheck = true, hasSource = true } = choices;
  const asked: string[] = [];
  const published: UpdateState[] = [];
  const updater: Updater = {
    check: async () => {
      asked.push('check');
      return await (parts.check?.() ?? Promise.resolve('0.2.0'));
    },
    download: async (onProgress, signal) => {
      asked.push('download');
      await parts.download?.(onProgress, signal);
    },
    install: async () => {
      asked.push('install');
      await parts.install?.();
    },
  };
  const load = async (): Promise<Updater> => {
    asked.push('load');
    return await Promise.resolve(updater);
  };
  const updates = createUpdates({
    source: hasSource ? { host: 'downloads.example.com', load } : null,
    managed,
    wantsCheck: () => wantsCheck,
    publish: (state) => published.push(state),
    log: () => undefined,
  });
  const names = (): string[] => published.map((state) => state?.step.name ?? 'none');
  return { updates, asked, published, names };
};

const fail = (problem: UpdateFailure['problem']) => async (): Promise<never> =>
  await Promise.reject(new UpdateFailure(problem, 'The test says so.'));

it('checks a minute after the start and then daily, and downloads nothing by itself', async () => {
  const { updates, asked, names } = begin({});
  updates.start();
  await vi.advanceTimersByTimeAsync(updateTimes.first - 1);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual(['load', 'check']);
  expect(names()).toEqual(['checking', 'available']);
  await vi.advanceTimersByTimeAsync(2 * updateTimes.between);
  expect(asked).toEqual(['load', 'check', 'check', 'check']);
  updates.stop();
  await vi.advanceTimersByTimeAsync(2 * updateTimes.between);
  expect(asked).toHaveLength(4);
});

it('checks only on request if the person has switched checks off', async () => {
  const { updates, asked } = begin({}, { wantsCheck: false });
  updates.start();
  await vi.advanceTimersByTimeAsync(3 * updateTimes.between);
  expect(asked).toEqual([]);
  await updates.check();
  expect(asked).toEqual(['load', 'check']);
});

it.each([{ hasSource: false }, { managed: false }])(
  'asks nothing, whatever the window wants, with %o',
  async (choices) => {
    const { updates, asked, published } = begin({}, choices);
    updates.start();
    await vi.advanceTimersByTimeAsync(3 * updateTimes.between);
    await updates.check();
    await updates.download();
    await updates.install();
    expect([...asked, ...published]).toEqual([]);
  },
);

it('has no state if this copy cannot update itself', () => {
  expect(begin({}, { hasSource: false }).updates.state()).toBeNull();
  expect(begin({}, { managed: false }).updates.state()).not.toBeNull();
});

it('checks although the person has switched checks off if the organization requires them', async () => {
  const { updates, asked } = begin({}, { wantsCheck: false, managed: true });
  updates.start();
  await vi.advanceTimersByTimeAsync(updateTimes.first);
  expect(asked).toEqual(['load', 'check']);
});

it('reports when it last checked', async () => {
  const { updates } = begin({ check: async () => await Promise.resolve(null) });
  await updates.check();
  expect(updates.state()).toEqual({
    host: 'downloads.example.com',
    step: { name: 'idle', checkedAt: '2026-05-01T08:00:00.000Z' },
  });
});

it('downloads and installs in separate steps, each only on request', async () => {
  const { updates, asked, published, names } = begin({
    download: async (onProgress) => {
      for (const percent of [0, 0.4, 49.6, 49.9, 100]) onProgress(percent);
      await Promise.resolve();
    },
  });
  await updates.download();
  await updates.install();
  expect(asked).toEqual([]);
  await updates.check();
  await updates.install();
  await updates.download();
  const percents = published.flatMap((state) =>
    state?.step.name === 'downloading' ? [state.step.percent] : [],
  );
  expect(percents).toEqual([0, 49, 100]);
  await updates.check();
  await updates.install();
  expect(asked).toEqual(['load', 'check', 'download', 'install']);
  expect(names().at(-1)).toBe('installing');
});

it('offers a canceled download again', async () => {
  const { updates, asked, names } = begin({
    download: async (_onProgress, signal) =>
      await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('Stopped.'))),
      ),
  });
  await updates.check();
  const download = updates.download();
  await vi.advanceTimersByTimeAsync(0);
  updates.cancel();
  await download;
  expect(names().at(-1)).toBe('available');
  void updates.download();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.filter((step) => step === 'download')).toHaveLength(2);
  updates.stop();
});

it('reports why a step failed, and can check again', async () => {
  let isReachable = false;
  const { updates, published } = begin({
    check: async () => await (isReachable ? Promise.resolve('0.2.0') : fail('no-list')()),
    download: fail('damaged'),
  });
  await updates.check();
  expect(published.at(-1)?.step).toEqual({ name: 'failed', problem: 'no-list' });
  isReachable = true;
  await updates.check();
  await updates.download();
  expect(published.at(-1)?.step).toEqual({ name: 'failed', problem: 'damaged' });
  await updates.check();
  expect(published.at(-1)?.step).toEqual({ name: 'available', version: '0.2.0' });
});

it('runs only one check at a time', async () => {
  const { updates, asked } = begin({});
  await Promise.all([updates.check(), updates.check()]);
  expect(asked).toEqual(['load', 'check']);
});

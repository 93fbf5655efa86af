import { expect, it } from 'vitest';
import type { Page, Remote } from './endpoints.ts';
import { walkPages, walkRecent, type List } from './pages.ts';

const records = (from: number, to: number): Remote[] =>
  Array.from({ length: to - from }, (_, index) => ({ id: `r${from + index}` }));

/**
 * Answers the first request from the first list, the second one from the second list, and so on. The
 * last list also answers all later requests.
 */
const changingList = (...states: Remote[][]) => {
  const asked: number[] = [];
  const list: List = ({ page, limit }) => {
    const state = states[Math.min(asked.length, states.length - 1)] ?? [];
    asked.push(page);
    const items = state.slice((page - 1) * limit, page * limit);
    return Promise.resolve({ items, count: state.length } satisfies Page);
  };
  return { list, asked };
};

const seenIn = async (list: List): Promise<number | null> =>
  (await walkPages(list, () => Promise.resolve()))?.size ?? null;

it('reads an unchanged list once', async () => {
  const { list, asked } = changingList(records(0, 150));
  expect(await seenIn(list)).toBe(150);
  expect(asked).toEqual([1, 2]);
});

it('reads a list again that shrank: a record may have moved to an earlier page', async () => {
  const { list, asked } = changingList(records(0, 250), records(1, 249));
  expect(await seenIn(list)).toBe(248);
  expect(asked).toEqual([1, 2, 3, 1, 2, 3]);
});

it('reads a list again if fewer records arrived than it has', async () => {
  const { list, asked } = changingList(records(1, 151), records(0, 151));
  expect(await seenIn(list)).toBe(151);
  expect(asked).toEqual([1, 2, 1, 2]);
});

it('does not count a list as complete that keeps shrinking', async () => {
  const states = Array.from({ length: 9 }, (_, index) => records(index, 250));
  expect(await seenIn(changingList(...states).list)).toBeNull();
});

it('reads a list from a service that ignores paging only once', async () => {
  const asked: number[] = [];
  const items = records(0, 150);
  const list: List = ({ page }) => {
    asked.push(page);
    return Promise.resolve({ items, count: items.length });
  };
  expect(await seenIn(list)).toBe(150);
  expect(asked).toEqual([1, 2]);
});

it('ends at the last page, even if it is full or the list is empty', async () => {
  const full = changingList(records(0, 200));
  expect(await seenIn(full.list)).toBe(200);
  expect(full.asked).toEqual([1, 2]);
  const empty = changingList([]);
  expect(await seenIn(empty.list)).toBe(0);
  expect(empty.asked).toEqual([1]);
});

it('gives every page with the number of records in the list', async () => {
  const pages: [string | undefined, number, number][] = [];
  await walkPages(changingList(records(0, 101)).list, (items, count) => {
    pages.push([items[0]?.id, items.length, count]);
    return Promise.resolve();
  });
  expect(pages).toEqual([
    ['r0', 100, 101],
    ['r100', 1, 101],
  ]);
});

const noon = Date.parse('2026-01-01T12:00:00.000Z');
const minutesAgo = (minutes: number): string => new Date(noon - minutes * 60_000).toISOString();

/** Reads the changes after a time from a list of records with these times. */
const readRecent = async (times: readonly unknown[], since: string) => {
  const items = times.map((time, index) => ({ id: `r${index}`, updated_at: time }));
  const { list, asked } = changingList(items);
  const queries: unknown[] = [];
  const read: string[] = [];
  const newest = await walkRecent(
    (query) => {
      const { sort, order } = query;
      queries.push({ sort, order });
      return list(query);
    },
    since,
    (page) => {
      read.push(...page.map(({ id }) => id));
      return Promise.resolve();
    },
  );
  expect(new Set(queries.map((query) => JSON.stringify(query)))).toEqual(
    new Set(['{"sort":"updated_at","order":"DESC"}']),
  );
  return { newest, asked, read: read.length };
};
const oneEachMinute = (many: number): string[] =>
  Array.from({ length: many }, (_, index) => minutesAgo(index));

it.each([
  ['all pages if nothing is known', oneEachMinute(250), minutesAgo(999), [1, 2, 3], 250],
  ['pages up to the known time', oneEachMinute(250), minutesAgo(150), [1, 2], 200],
  ['no page after one that ends at the known time', oneEachMinute(250), minutesAgo(99), [1], 100],
  [
    'one page if all of it is new, but nothing follows',
    oneEachMinute(100),
    minutesAgo(999),
    [1],
    100,
  ],
  [
    'several changes of the same time',
    [minutesAgo(0), minutesAgo(0), minutesAgo(0)],
    minutesAgo(9),
    [1],
    3,
  ],
])('reads recent changes: %s', async (_what, times, since, pages, many) => {
  expect(await readRecent(times, since)).toEqual({
    newest: minutesAgo(0),
    asked: pages,
    read: many,
  });
});

it('knows nothing newer than before if the list of recent changes is empty', async () => {
  const since = minutesAgo(5);
  expect(await readRecent([], since)).toEqual({ newest: since, asked: [1], read: 0 });
});

it.each([
  ['is not sorted by time', [minutesAgo(2), minutesAgo(1)]],
  ['has no times', [undefined, undefined]],
  ['has a single record without a time', [undefined]],
  ['has records without a time', [minutesAgo(1), undefined, minutesAgo(2)]],
  ['has times of another form', [1767268800, 1767268700]],
])('reads no recent changes from a list that %s', async (_what, times) => {
  const since = minutesAgo(5);
  expect(await readRecent(times, since)).toEqual({ newest: null, asked: [1], read: 0 });
});

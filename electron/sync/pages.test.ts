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

it('reads no recent changes from a list that is not sorted by time', async () => {
  const items = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'].map((time, index) => ({
    id: `r${index}`,
    updated_at: time,
  }));
  const list: List = () => Promise.resolve({ items, count: items.length });
  expect(await walkRecent(list, '2026-01-01T12:00:00.000Z', () => Promise.resolve())).toBeNull();
});

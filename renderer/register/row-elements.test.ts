import { expect, it } from 'vitest';
import type { RegisterItem } from './register-items.ts';
import { rowElements } from './row-elements.ts';

const items: readonly RegisterItem[] = Array.from({ length: 100 }, (_, place) => 1000 + place);
const from = (first: number, count = 5): number[] =>
  Array.from({ length: count }, (_, place) => first + place);
const scrolling = { active: -1, isScrolling: true };
const resting = { active: -1, isScrolling: false };
const keys = (rows: readonly { key: string }[]): string[] => rows.map(({ key }) => key);

it('gives elements that have left the view to rows that come into it', () => {
  const elementsFor = rowElements();
  const first = elementsFor(items, from(0), resting);
  const later = elementsFor(items, from(3), scrolling);
  expect(keys(later)).toEqual(keys(first));
  expect(later.map(({ place }) => place)).toEqual([5, 6, 7, 3, 4]);
  expect(later.map(({ item }) => item)).toEqual([1005, 1006, 1007, 1003, 1004]);
});

it('has them in the order of the rows when the table rests', () => {
  const elementsFor = rowElements();
  elementsFor(items, from(0), resting);
  const later = elementsFor(items, from(3), scrolling);
  const rested = elementsFor(items, from(3), resting);
  expect(rested.map(({ place }) => place)).toEqual(from(3));
  expect(new Set(keys(rested))).toEqual(new Set(keys(later)));
});

it('keeps the element of each row that stays', () => {
  const elementsFor = rowElements();
  const keyAt = new Map(elementsFor(items, from(0), resting).map((row) => [row.item, row.key]));
  const stayed = elementsFor(items, from(2), scrolling).filter(({ item }) => keyAt.has(item));
  expect(keys(stayed)).toEqual(stayed.map(({ item }) => keyAt.get(item)));
  expect(stayed).toHaveLength(3);
});

it('makes and removes elements when more or fewer rows are in view', () => {
  const elementsFor = rowElements();
  elementsFor(items, from(0, 3), resting);
  expect(new Set(keys(elementsFor(items, from(10, 7), scrolling))).size).toBe(7);
  expect(elementsFor(items, from(30, 2), scrolling)).toHaveLength(2);
});

it('gives the element with the focus to no other row', () => {
  const elementsFor = rowElements();
  const [active] = elementsFor(items, from(0), { active: 0, isScrolling: false });
  const away = elementsFor(items, [0, ...from(20)], { active: 0, isScrolling: true });
  expect(away.find(({ place }) => place === 0)?.key).toBe(active?.key);
  // The active row is filtered out while the table is scrolled.
  const filtered = elementsFor(items.slice(1), from(20), { active: 0, isScrolling: true });
  expect(keys(filtered)).not.toContain(active?.key);
});

it('makes new elements for another list, so that no row looks like another one', () => {
  const elementsFor = rowElements();
  const before = keys(elementsFor(items, from(0), resting));
  const after = keys(elementsFor(items, from(50), resting));
  expect(after.filter((key) => before.includes(key))).toEqual([]);
});

it('keeps the heads of groups apart from threats', () => {
  const group = { group: 'a', title: 'A', count: 2 };
  const other = { group: 'b', title: 'B', count: 2 };
  const grouped = [group, 1, 2, other, 3, 4];
  const elementsFor = rowElements();
  elementsFor(grouped, from(0, 3), resting);
  const later = elementsFor(grouped, from(3, 3), scrolling);
  expect(later.find(({ item }) => item === other)?.key).toBe('group b');
  expect(later).toHaveLength(3);
});

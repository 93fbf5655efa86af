import { expect, test } from 'vitest';
import { registerPages } from './register-pages.ts';

const items = Array.from({ length: 100_000 }, (_, at) => at + 1);

test('rows in view are read with the other rows of their pages', () => {
  expect(registerPages(items, [198, 199, 200, 201])).toEqual([
    items.slice(100, 200),
    items.slice(200, 300),
  ]);
});

test('nothing is read between the active row and the rows in view', () => {
  const pages = registerPages(items, [0, 99_998, 99_999]);
  expect(pages).toEqual([items.slice(0, 100), items.slice(99_900)]);
});

test('group heads are not read, nor pages with only heads', () => {
  const heads = Array.from({ length: 100 }, (_, at) => ({
    group: String(at),
    title: '',
    count: 0,
  }));
  expect(registerPages([{ group: 'a', title: 'A', count: 2 }, 7, 8], [0])).toEqual([[7, 8]]);
  expect(registerPages(heads, [0, 1])).toEqual([]);
});

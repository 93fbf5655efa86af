import type { RegisterItem } from './register-items.ts';

/**
 * The number of rows on a page. Only whole pages are read, so scrolling by a few rows usually reads
 * nothing.
 */
const pageSize = 100;

/**
 * Returns the numbers of the rows on each page that contains one of the indexes. The indexes may be far
 * apart, because the active row stays mounted wherever the table is scrolled to.
 */
export const registerPages = (
  items: readonly RegisterItem[],
  indexes: readonly number[],
): number[][] =>
  [...new Set(indexes.map((index) => Math.floor(index / pageSize)))]
    .map((page) => items.slice(page * pageSize, (page + 1) * pageSize))
    .map((page) => page.filter((item) => typeof item === 'number'))
    .filter(({ length }) => length > 0);

import { priorities, threatStatuses } from '#shared/api/enumerations.ts';
import type { RegisterColumn, RegisterQuery } from '#shared/desktop/register.ts';

export type SortTerm = RegisterQuery['sort'][number];

/**
 * For each column with few values, these values in ascending order. Unknown values come before them.
 *
 * If an order begins with such columns, the database sorts the rows only by the remaining columns.
 * `sortedByKey` then sorts the result by the first columns. This is up to twice as fast as sorting by
 * all columns in the database.
 */
const rankedValues: Partial<Record<RegisterColumn, readonly string[]>> = {
  priority: priorities,
  status: threatStatuses,
};

/** Separates the values of several columns in a key. */
export const separator = '\u001f';

/** Returns the terms at the start of an order, up to the first one whose column has many values. */
export const rankedAtStart = (terms: readonly SortTerm[]): SortTerm[] => {
  const end = terms.findIndex(({ column }) => rankedValues[column] === undefined);
  return terms.slice(0, end < 0 ? terms.length : end);
};

/**
 * Sorts rows by ranked columns, and keeps the order of rows with the same values.
 *
 * @param keys For each row, the values of the columns of `terms`, with separators.
 */
export const sortedByKey = (
  numbers: readonly number[],
  keys: readonly string[],
  terms: readonly SortTerm[],
): number[] => {
  const byKey = new Map<string, number[]>();
  for (let at = 0; at < numbers.length; at += 1) {
    const [number = 0, key = ''] = [numbers[at], keys[at]];
    const known = byKey.get(key);
    if (known) known.push(number);
    else byKey.set(key, [number]);
  }
  return [...byKey]
    .map(([key, own]) => ({ values: key.split(separator), own }))
    .toSorted((one, other) => compare(one.values, other.values, terms))
    .flatMap(({ own }) => own);
};

const compare = (
  one: readonly string[],
  other: readonly string[],
  terms: readonly SortTerm[],
): number => {
  for (const [at, { column, isDescending }] of terms.entries()) {
    const [first = '', second = ''] = [one[at], other[at]];
    const known = rankedValues[column] ?? [];
    const difference = known.indexOf(first) - known.indexOf(second) || compareText(first, second);
    if (difference !== 0) return isDescending ? -difference : difference;
  }
  return 0;
};

const compareText = (one: string, other: string): number => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};

import { sql, type RawBuilder } from 'kysely';
import type { Database } from './schema.ts';

/**
 * An interval of time and the number `n` of records created in it, usually a few thousand. The total
 * number of records, or the interval in which a late page begins, is found by adding up a few dozen of
 * these numbers, so the records need not be counted. Triggers update the numbers in the transaction of
 * each write, so the numbers are exact.
 */
type TimeInterval = { start: string; n: number };

/** The kinds of records that are counted, because they are listed across collections. */
export const countedTables = ['components', 'threats', 'mitigations', 'comments'] as const;
export type CountedTable = (typeof countedTables)[number];

/**
 * Returns the intervals in order of time. Each interval has the number of its records whose collection
 * satisfies `condition`.
 */
export const timeIntervals = async (
  database: Database,
  kind: CountedTable,
  condition: RawBuilder<boolean>,
): Promise<TimeInterval[]> =>
  await database
    .selectFrom('record_counts')
    .where('kind', '=', kind)
    .where(condition)
    .groupBy('start')
    .orderBy('start')
    .select(['start', sql<number>`cast(sum(n) as double precision)`.as('n')])
    .execute();

export const totalOf = (intervals: readonly TimeInterval[]): number =>
  intervals.reduce((total, { n }) => total + n, 0);

type PageStart = {
  /** The condition on `created_at` that limits the rows to read. */
  bound?: { operator: '>=' | '<'; instant: string };
  /**
   * The number of rows within `bound` that come before the page in the requested order, and so are
   * skipped.
   */
  skip: number;
};

/** Finds the beginning of the page that comes after `offset` records. */
export const pageStart = (
  intervals: readonly TimeInterval[],
  offset: number,
  order: 'ASC' | 'DESC',
): PageStart => {
  const isUpwards = order === 'ASC';
  const inOrder = isUpwards ? intervals : intervals.toReversed();
  let skip = offset;
  let passed: TimeInterval | undefined;
  for (const interval of inOrder) {
    if (skip < interval.n) {
      if (isUpwards) return { bound: { operator: '>=', instant: interval.start }, skip };
      return passed ? { bound: { operator: '<', instant: passed.start }, skip } : { skip };
    }
    skip -= interval.n;
    passed = interval;
  }
  return { skip: offset };
};

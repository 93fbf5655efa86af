import { sql, type RawBuilder } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Records of a kind are counted in stretches of time, a few thousand records each: how many there
 * are, and where the thousandth page begins, is then known from some dozens of rows. Triggers keep
 * the counts in the transaction of each write, so they are exact.
 */
type Stretch = { start: string; n: number };

/** The kinds that are counted, which are those that are listed across all collections. */
export const countedTables = ['components', 'threats', 'mitigations', 'comments'] as const;
export type CountedTable = (typeof countedTables)[number];

/** In the order of time, with the number of those records whose collection fulfils `condition`. */
export const stretchesOf = async (
  database: Database,
  kind: CountedTable,
  condition: RawBuilder<boolean>,
): Promise<Stretch[]> =>
  await database
    .selectFrom('record_counts')
    .where('kind', '=', kind)
    .where(condition)
    .groupBy('start')
    .orderBy('start')
    .select(['start', sql<number>`cast(sum(n) as double precision)`.as('n')])
    .execute();

export const totalOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((total, { n }) => total + n, 0);

type Beginning = {
  /** The only records that have to be looked at: `created_at >= instant`, or `<`. */
  bound?: { operator: '>=' | '<'; instant: string };
  /** How many of them, in the order that is asked for, come before the page. */
  skip: number;
};

/** Where the record is at which a page begins that comes after `offset` others. */
export const beginningOf = (
  stretches: readonly Stretch[],
  offset: number,
  order: 'ASC' | 'DESC',
): Beginning => {
  const isUpwards = order === 'ASC';
  const inOrder = isUpwards ? stretches : stretches.toReversed();
  let skip = offset;
  let passed: Stretch | undefined;
  for (const stretch of inOrder) {
    if (skip < stretch.n) {
      if (isUpwards) return { bound: { operator: '>=', instant: stretch.start }, skip };
      return passed ? { bound: { operator: '<', instant: passed.start }, skip } : { skip };
    }
    skip -= stretch.n;
    passed = stretch;
  }
  return { skip: offset };
};

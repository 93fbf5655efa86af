import { sql, type SelectQueryBuilder } from 'kysely';
import { page, type ListParameters } from '../database/page.ts';
import type { Database, Schema } from '../database/schema.ts';
import { statementOf } from '../database/statement.ts';
import { timeIntervals, type CountedTable } from '../database/time-intervals.ts';
import { reading } from '../database/transaction.ts';
import { isUnrestricted, type Caller } from './caller.ts';
import { isInVisibleCollection, isVisible } from './collection-access.ts';

type Listed = { database: Database; caller: Caller };
type Rows<From extends keyof Schema, Row> = (
  database: Database,
) => SelectQueryBuilder<Schema, From, Row>;

/**
 * Returns a function that reads one page of the rows of `table` that the caller may see, across all
 * collections. `select` builds the query for all rows.
 */
export const visiblePages = <From extends keyof Schema, Row>(
  table: CountedTable,
  select: Rows<From, Row>,
  columns: Record<string, string> = {},
): ((context: Listed, list: ListParameters) => Promise<{ rows: Row[]; count: number }>) => {
  const readBeginning = beginningOf(table, select);
  return async ({ database, caller }, list) => {
    // For callers who may see all rows, reads the first page, sorted by creation, on the shared
    // connection, because this page is requested most and is fast to read. Other pages can take long and
    // would delay other statements on that connection, so they are read in a transaction, which has its
    // own connection.
    if (isUnrestricted(caller) && list.page <= 1 && list.sort === 'created_at') {
      return await readBeginning(database, list);
    }
    return await reading(database, async (transaction) => {
      const counted = isInVisibleCollection(caller, sql.ref('record_counts.collection_id'));
      const intervals = await timeIntervals(transaction, table, counted);
      const visible = select(transaction).where(isVisible(caller, table));
      return await page(visible, table, list, { columns, intervals });
    });
  };
};

/** Returns a function that reads the first page and the number of all records in one statement. */
const beginningOf = <From extends keyof Schema, Row>(
  table: CountedTable,
  select: Rows<From, Row>,
) => {
  const read = statementOf((database, shape: `${'ASC' | 'DESC'} ${number}`) => {
    const [order, limit] = shape.split(' ');
    const all = sql<number>`(select coalesce(sum(n), 0) from record_counts where kind = ${table})`;
    return select(database)
      .select(sql<number>`cast(${all} as double precision)`.as('count_of_all'))
      .orderBy(sql.ref(`${table}.created_at`), order === 'ASC' ? 'asc' : 'desc')
      .orderBy(sql.ref(`${table}.id`))
      .limit(sql.lit(Number(limit)));
  });
  return async (
    database: Database,
    { order, limit }: ListParameters,
  ): Promise<{ rows: Row[]; count: number }> => {
    const rows = await read(database, `${order} ${limit}`);
    return { rows, count: rows[0]?.count_of_all ?? 0 };
  };
};

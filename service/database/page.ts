import { sql, type SelectQueryBuilder } from 'kysely';
import { pageStart, totalOf } from './time-intervals.ts';

/** The common list parameters, as parsed by the contract's `listQuery`. */
export type ListParameters = { limit: number; page: number; sort: string; order: 'ASC' | 'DESC' };

/**
 * Columns that are never null. Sorting by them omits `NULLS FIRST` and `NULLS LAST`, because these would
 * prevent the use of an index.
 */
const neverEmpty: ReadonlySet<string> = new Set(['id', 'created_at', 'updated_at', 'title']);

type Page<Row> = { rows: Row[]; count: number };

type Knowledge = {
  /** The names of those columns that are not named like their fields, by field name. */
  columns?: Record<string, string>;
  /** The time intervals with the counts of the query's rows. Undefined if these rows are not counted. */
  intervals?: Parameters<typeof pageStart>[0];
};

/**
 * Returns one page of a query and the number of all rows of the query. `table` is the table of the sort
 * field. Ties are broken by ascending ID in both orders. Nulls sort lowest on both databases, although
 * the defaults of the databases differ.
 */
export const page = async <Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  table: string,
  { limit, page: number, sort, order }: ListParameters,
  { columns = {}, intervals }: Knowledge = {},
): Promise<Page<Row>> => {
  const column = (field: string) => sql.ref(`${table}.${columns[field] ?? field}`);
  const offset = (Math.max(number, 1) - 1) * limit;
  const { bound, skip } =
    intervals && sort === 'created_at' ? pageStart(intervals, offset, order) : { skip: offset };
  const rows = await query
    .$if(bound !== undefined, (all) =>
      all.where(
        sql<boolean>`${column('created_at')} ${sql.raw(bound?.operator ?? '')} ${bound?.instant}`,
      ),
    )
    .orderBy(column(sort), (item) => {
      const ordered = order === 'ASC' ? item.asc() : item.desc();
      if (neverEmpty.has(sort)) return ordered;
      return order === 'ASC' ? ordered.nullsFirst() : ordered.nullsLast();
    })
    .orderBy(column('id'))
    // A literal instead of a parameter lets PostgreSQL cache a plan that is fast for this small number
    // of rows.
    .limit(sql.lit(limit))
    .$if(skip > 0, (all) => all.offset(skip))
    .execute();
  return { rows, count: intervals ? totalOf(intervals) : await countOf(query) };
};

const countOf = async <Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
): Promise<number> => {
  const [total] = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll().as('count'))
    .$castTo<{ count: number }>()
    .execute();
  return total?.count ?? 0;
};

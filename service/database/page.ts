import { sql, type SelectQueryBuilder } from 'kysely';
import { beginningOf, totalOf } from './stretches.ts';

/** The common list parameters, as the contract's `listQuery` gives them. */
export type ListParameters = { limit: number; page: number; sort: string; order: 'ASC' | 'DESC' };

/** An order that says where empty fields go is no index's, even where there are none. */
const neverEmpty: ReadonlySet<string> = new Set(['id', 'created_at', 'updated_at', 'title']);

type Page<Row> = { rows: Row[]; count: number };

type Knowledge = {
  /** The columns of the fields that are stored under another name. */
  columns?: Record<string, string>;
  /** Of all rows of the query, where they are counted already. */
  stretches?: Parameters<typeof beginningOf>[0];
};

/**
 * One page of a query and the number of all its rows; `table` is the one that has the sort field. Ties break by id, upwards in both orders;
 * empty fields come before all others (the databases disagree on that).
 */
export const page = async <Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  table: string,
  { limit, page: number, sort, order }: ListParameters,
  { columns = {}, stretches }: Knowledge = {},
): Promise<Page<Row>> => {
  const column = (field: string) => sql.ref(`${table}.${columns[field] ?? field}`);
  const offset = (Math.max(number, 1) - 1) * limit;
  const { bound, skip } =
    stretches && sort === 'created_at' ? beginningOf(stretches, offset, order) : { skip: offset };
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
    // Written out, so that PostgreSQL can keep a plan that knows how few rows are wanted.
    .limit(sql.lit(limit))
    .$if(skip > 0, (all) => all.offset(skip))
    .execute();
  return { rows, count: stretches ? totalOf(stretches) : await countOf(query) };
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

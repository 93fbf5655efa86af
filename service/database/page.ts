import { sql, type SelectQueryBuilder } from 'kysely';

/** The common list parameters, as the contract's `listQuery` gives them. */
export type ListParameters = { limit: number; page: number; sort: string; order: 'ASC' | 'DESC' };

type Page<Row> = { rows: Row[]; count: number };

/**
 * One page of a query and the number of all its rows. `table` is the one that has the sort field,
 * `columns` names the columns of the fields that are stored under another name. Ties break by id,
 * upwards in both orders; empty fields come before all others (the databases disagree on that).
 */
export const page = async <Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  table: string,
  { limit, page: number, sort, order }: ListParameters,
  columns: Record<string, string> = {},
): Promise<Page<Row>> => {
  const rows = await query
    .orderBy(sql.ref(`${table}.${columns[sort] ?? sort}`), (item) =>
      order === 'ASC' ? item.asc().nullsFirst() : item.desc().nullsLast(),
    )
    .orderBy(sql.ref(`${table}.id`))
    .limit(limit)
    .offset((Math.max(number, 1) - 1) * limit)
    .execute();
  const [total] = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll().as('count'))
    .$castTo<{ count: number | string }>()
    .execute();
  return { rows, count: Number(total?.count) };
};

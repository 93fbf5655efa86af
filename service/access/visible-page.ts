import { sql, type SelectQueryBuilder } from 'kysely';
import { page, type ListParameters } from '../database/page.ts';
import type { Database, Schema } from '../database/schema.ts';
import { stretchesOf, type CountedTable } from '../database/stretches.ts';
import type { Caller } from './caller.ts';
import { isInVisibleCollection, isVisible } from './collection-access.ts';

/**
 * Returns a page of the rows that the caller may see, for a table that is listed across
 * collections.
 */
export const visiblePage = async <From extends keyof Schema, Row>(
  { database, caller }: { database: Database; caller: Caller },
  query: SelectQueryBuilder<Schema, From, Row>,
  table: CountedTable,
  list: ListParameters,
  columns: Record<string, string> = {},
): Promise<{ rows: Row[]; count: number }> => {
  const counted = isInVisibleCollection(caller, sql.ref('record_counts.collection_id'));
  const stretches = await stretchesOf(database, table, counted);
  return await page(query.where(isVisible(caller, table)), table, list, { columns, stretches });
};

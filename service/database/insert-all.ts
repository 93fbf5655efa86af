import { setImmediate } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import type { Database, Schema } from './schema.ts';

/**
 * The most rows in one statement. A row has at most 20 values, so a statement stays below the limits of
 * SQLite (32,766 values) and PostgreSQL (65,535).
 */
const rowsAtOnce = 500;

export const insertAll = async <Table extends keyof Schema>(
  database: Database,
  table: Table,
  rows: Insertable<Schema[Table]>[],
): Promise<void> => {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await database
      .insertInto(table)
      .values(rows.slice(start, start + rowsAtOnce))
      .execute();
    // Pauses, because SQLite blocks this thread, and other requests must run during a large import.
    await setImmediate();
  }
};

import { setImmediate } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import type { Database, Schema } from './schema.ts';

/**
 * A statement takes up to 32,766 values in SQLite and 65,535 in PostgreSQL. A row has at most 20.
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
    // SQLite blocks this thread. The pause lets other requests run during a large import.
    await setImmediate();
  }
};

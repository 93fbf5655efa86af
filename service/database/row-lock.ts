import { sql, type RawBuilder } from 'kysely';
import { dialectOf } from './dialect.ts';
import type { Database } from './schema.ts';

/**
 * Lock strengths in PostgreSQL, from the weakest. `key share` prevents deleting or moving the
 * record, but others can write its descendants at the same time. `no key update` also prevents
 * changes to the record. `update` waits for writers of descendants of the record, and then blocks
 * such writers too. SQLite needs no row locks, because it has a single writer.
 */
type Strength = 'key share' | 'no key update' | 'update';

/**
 * Returns the end of a select statement that locks the rows it finds until the transaction ends.
 */
export const rowLock = (database: Database, strength: Strength): RawBuilder<unknown> =>
  dialectOf(database) === 'postgres' ? sql`for ${sql.raw(strength)}` : sql``;

/** Locks the matching rows. Call this before reading anything that depends on them. */
export const lockRows = async (
  database: Database,
  table: string,
  which: RawBuilder<unknown>,
  strength: Strength,
): Promise<void> => {
  if (dialectOf(database) === 'sqlite') return;
  await sql`select 1 from ${sql.table(table)} where ${which} ${rowLock(database, strength)}`.execute(
    database,
  );
};

import { sql, type RawBuilder } from 'kysely';
import { dialectOf } from './dialect.ts';
import type { Database } from './schema.ts';

/**
 * Lock strengths in PostgreSQL, from the weakest. `key share` prevents others from deleting or moving
 * the record, but lets them write its descendants. `no key update` also prevents others from changing
 * the record. `update` also waits until all transactions that write its descendants have ended, and
 * blocks further transactions that do. SQLite needs no row locks, because it has a single writer.
 */
type Strength = 'key share' | 'no key update' | 'update';

/**
 * Returns the clause with which a select statement locks the found rows until the transaction ends. The
 * clause comes at the end of the statement. It is empty for SQLite.
 */
export const rowLock = (database: Database, strength: Strength): RawBuilder<unknown> =>
  dialectOf(database) === 'postgres' ? sql`for ${sql.raw(strength)}` : sql``;

/**
 * Locks the rows for which `which` is true. Call this before you read anything that depends on these
 * rows, because others can change them until they are locked.
 */
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

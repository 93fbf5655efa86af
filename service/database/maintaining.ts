import { sql } from 'kysely';
import { dialectOf } from './dialect.ts';
import type { Database } from './schema.ts';
import { writing } from './transaction.ts';

/**
 * Runs maintenance of the whole database in one transaction. Does nothing while another instance
 * maintains the database.
 */
export const maintaining = async (
  database: Database,
  work: (transaction: Database) => Promise<void>,
): Promise<void> =>
  await writing(
    database,
    async (transaction) => {
      if (await hasTurn(transaction)) await work(transaction);
    },
    'read committed',
  );

/**
 * Tells if this instance may do maintenance. On PostgreSQL, tries to take an advisory lock, which ends
 * with the transaction. The key of the lock is an arbitrary number that nothing else uses. On SQLite,
 * always returns true, because only one instance uses the file.
 */
const hasTurn = async (database: Database): Promise<boolean> => {
  if (dialectOf(database) === 'sqlite') return true;
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(7275726171) as taken`.execute(database);
  return rows[0]?.taken === true;
};

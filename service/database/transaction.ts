import { setTimeout } from 'node:timers/promises';
import { dialectOf } from './dialect.ts';
import { writingTogether, writingWithin } from './group-commit.ts';
import type { Database } from './schema.ts';
import { outdatedPlan, sqlStateOf } from './sql-state.ts';

/**
 * The most attempts before a transaction fails. The number is larger than the usual number of
 * connections. Each attempt can use another connection, and the first attempt on each connection that
 * has an outdated plan fails.
 */
const maxAttempts = 15;

/**
 * Runs reads that all see the same state of the database. If `database` is a transaction, the reads are
 * part of it.
 */
export const reading = async <Result>(
  database: Database,
  read: (transaction: Database) => Promise<Result>,
): Promise<Result> => {
  if (database.isTransaction) return await read(database);
  for (let attempt = 1; ; attempt++) {
    try {
      return await database
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(read);
    } catch (error) {
      if (sqlStateOf(error) !== outdatedPlan || attempt === maxAttempts) throw error;
    }
  }
};

const longestPauseMs = 100;

/**
 * Isolation of a transaction on PostgreSQL.
 * - `serializable`: as if transactions ran one after another. If two transactions collide, PostgreSQL
 *   lets one of them fail, and that one runs again. Unrelated transactions can collide too, because
 *   PostgreSQL tracks whole pages, and whole tables if they are small.
 * - `read committed`: each statement sees everything that was committed before it started, and
 *   concurrent writes to a row run one after another. This is correct for a transaction that first locks
 *   the rows on which it depends. `requirePermission` locks the record that is written, or the parent of
 *   a new record. `stamped` and `If-Match` lock the changed record. All writes to records in collections
 *   use `read committed`. A serializable transaction would have to run again after waiting for a lock,
 *   because it cannot see changes that were committed while it waited.
 */
export type Isolation = 'serializable' | 'read committed';

/**
 * Runs a write in a transaction, so that the write is stored completely or not at all. `write` can run
 * several times, so it must do nothing but read and write the database. If `database` is a transaction
 * that shares its commit (`sharingCommit`), the write becomes part of that transaction.
 *
 * @throws WriteCollision if each attempt collided with another transaction.
 */
export const writing = async <Result>(
  database: Database,
  write: (transaction: Database) => Promise<Result>,
  isolation: Isolation = 'serializable',
): Promise<Result> => {
  if (database.isTransaction) return await writingWithin(database, write);
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    try {
      return dialectOf(database) === 'sqlite'
        ? await writingTogether(database, write)
        : await database.transaction().setIsolationLevel(isolation).execute(write);
    } catch (error) {
      if (!isCollision(error)) throw error;
      // If the constraint is still broken in the last attempt, a concurrent transaction is not the
      // reason, so the error is not a collision.
      if (attempt === maxAttempts && isConstraint(error)) throw error;
    }
    await setTimeout(Math.random() * Math.min(2 ** attempt, longestPauseMs));
  }
  throw new WriteCollision();
};

/**
 * Runs consecutive writes. On SQLite, all writes share one commit, because each commit waits for the
 * disk. On PostgreSQL, each write has its own transaction. If the writes shared one transaction, a
 * collision in one of them would make all of them run again.
 */
export const sharingCommit = async (
  database: Database,
  writes: (transaction: Database) => Promise<void>,
): Promise<void> => {
  if (dialectOf(database) === 'sqlite') await writing(database, writes);
  else await writes(database);
};

/** Thrown when a write still collides with other transactions in the last attempt. */
export class WriteCollision extends Error {
  override readonly name = 'WriteCollision';
}

/** SQLSTATEs of collisions: serialization failure, deadlock, and outdated plan. */
const collisions = new Set(['40001', '40P01', outdatedPlan]);
/**
 * SQLSTATEs of a violated unique or foreign key. They can mean a collision, because a concurrent
 * transaction may have written after our check.
 */
const constraints = new Set(['23505', '23503']);

const isConstraint = (error: unknown) => constraints.has(sqlStateOf(error) ?? '');

const isCollision = (error: unknown): boolean =>
  collisions.has(sqlStateOf(error) ?? '') || isConstraint(error);

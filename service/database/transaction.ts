import { setTimeout } from 'node:timers/promises';
import { dialectOf } from './dialect.ts';
import { writingTogether, writingWithin } from './group-commit.ts';
import type { Database } from './schema.ts';
import { sqlStateOf } from './sql-state.ts';

/** Everything read in it is of one moment. */
export const reading = async <Result>(
  database: Database,
  read: (transaction: Database) => Promise<Result>,
): Promise<Result> =>
  await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read);

const mostAttempts = 15;
const longestPauseMs = 100;

/**
 * Everything written in it stays, or nothing, and it is as if nobody else had written meanwhile. On
 * PostgreSQL that is found out at its end: where two collided, one is done again. `write` may run
 * several times, so it must do nothing but read and write the database. Within a transaction that
 * shares its commit (`sharingCommit`) it is a part of that one.
 *
 * @throws WriteCollision when it collided every time.
 */
export const writing = async <Result>(
  database: Database,
  write: (transaction: Database) => Promise<Result>,
): Promise<Result> => {
  if (database.isTransaction) return await writingWithin(database, write);
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    try {
      return dialectOf(database) === 'sqlite'
        ? await writingTogether(database, write)
        : await database.transaction().setIsolationLevel('serializable').execute(write);
    } catch (error) {
      if (!isCollision(error)) throw error;
      // The last word on a broken constraint: nobody else has to do with it.
      if (attempt === mostAttempts && isConstraint(error)) throw error;
    }
    await setTimeout(Math.random() * Math.min(2 ** attempt, longestPauseMs));
  }
  throw new WriteCollision();
};

/**
 * Runs writes that follow one another so that they share one commit, where a commit is what takes
 * time. On PostgreSQL, where a transaction may have to be done again, each has its own.
 */
export const sharingCommit = async (
  database: Database,
  writes: (place: Database) => Promise<void>,
): Promise<void> => {
  if (dialectOf(database) === 'sqlite') await writing(database, writes);
  else await writes(database);
};

/** So many write the same records that this one did not get its turn. */
export class WriteCollision extends Error {
  override readonly name = 'WriteCollision';
}

/** Serialization failure, deadlock, and a plan that a migration made invalid. */
const collisions = new Set(['40001', '40P01', '0A000']);
/** A unique or foreign key that another transaction broke after ours had looked. */
const constraints = new Set(['23505', '23503']);
const sqliteBusy = 5;

const isConstraint = (error: unknown) => constraints.has(sqlStateOf(error) ?? '');

const isCollision = (error: unknown): boolean =>
  collisions.has(sqlStateOf(error) ?? '') ||
  isConstraint(error) ||
  // Another program kept the file locked for longer than our patience.
  (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy);

import { setTimeout } from 'node:timers/promises';
import { latestMigration } from './database/migrate.ts';
import type { Database } from './database/schema.ts';

/**
 * The longest time, in milliseconds, that a check waits for the database before it fails. The time is
 * short, because a load balancer asks every few seconds and does not wait longer.
 */
const longestWaitMs = 2000;
/**
 * The time, in milliseconds, for which a result is cached. Results are cached, because anyone can ask
 * for them, and each check costs a write.
 */
const validMs = 1000;

/**
 * Returns a function that checks whether the database accepts reads and writes and has every
 * migration.
 */
export const readiness = (database: Database): (() => Promise<boolean>) => {
  let asked: Promise<boolean> | undefined;
  const ask = async (): Promise<boolean> => {
    try {
      return await takesWrites(database);
    } catch {
      return false;
    } finally {
      void setTimeout(validMs, undefined, { ref: false }).then(() => {
        asked = undefined;
      });
    }
  };
  return async () => {
    asked ??= ask();
    return await Promise.race([asked, setTimeout(longestWaitMs, false, { ref: false })]);
  };
};

/**
 * Tells if the database accepts writes and has the last migration. Writes an existing value again,
 * because only a write reveals a full disk.
 */
const takesWrites = async (database: Database): Promise<boolean> => {
  const { numUpdatedRows } = await database
    .updateTable('applied_migrations')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('name', '=', latestMigration)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

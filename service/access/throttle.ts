import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/**
 * The waits, in milliseconds, after the first attempts beyond the free ones. After each later attempt, a
 * client has to wait `longestWaitMs`. The waits are short, because they also delay other clients at the
 * address of an attacker. Short waits are enough, because a secret has 256 random bits.
 */
const waitsMs = [1000, 2000, 4000, 8000, 16_000, 32_000];
const longestWaitMs = 60_000;

/**
 * `key` identifies a counter of failed attempts, and `free` is the number of attempts without a wait.
 */
export type Throttle = { key: string; free: number };

/**
 * Counts an attempt as failed before it is made, so that concurrent attempts are limited too. Returns
 * the seconds to wait, or 0 if the attempt is allowed now. The counter is in the database, because the
 * next attempt may reach another instance.
 */
export const reserveAttempt = async (
  database: Database,
  { key, free }: Throttle,
  now: Date,
): Promise<number> => {
  const after = (ms: number): string => new Date(now.getTime() + ms).toISOString();
  const steps = [0, ...waitsMs].map(
    (ms, step) => sql`when auth_failures.count < ${free + step} then ${after(ms)}`,
  );
  const reserved = await database
    .insertInto('auth_failures')
    .values({ key, count: 1, until: after(0) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => ({
          count: eb('auth_failures.count', '+', 1),
          until: sql<string>`case ${sql.join(steps, sql` `)} else ${after(longestWaitMs)} end`,
        }))
        // Ignores a stored `until` that is later than the longest wait allows, because only an instance
        // with a wrong clock can have stored it.
        .where((eb) =>
          eb.or([
            // A free attempt never has to wait, so `until` is ignored. It is the time of the previous
            // attempt, which is in the future if the clock of the instance that stored it is ahead.
            eb('auth_failures.count', '<', free),
            eb('auth_failures.until', '<=', after(0)),
            eb('auth_failures.until', '>', after(longestWaitMs)),
          ]),
        ),
    )
    .returning('count')
    .executeTakeFirst();
  return reserved ? 0 : await secondsToWait(database, key, now);
};

const secondsToWait = async (database: Database, key: string, now: Date): Promise<number> => {
  const failures = await database
    .selectFrom('auth_failures')
    .where('key', '=', key)
    .select('until')
    .executeTakeFirst();
  const leftMs = failures ? Date.parse(failures.until) - now.getTime() : 0;
  return Math.max(1, Math.ceil(Math.min(leftMs, longestWaitMs) / 1000));
};

/** Resets the counter after a successful attempt. */
export const forgetFailures = async (database: Database, key: string): Promise<void> => {
  await database.deleteFrom('auth_failures').where('key', '=', key).execute();
};

/** Resets the counters of keys without attempts for a day. */
export const forgetOldFailures = async (database: Database, now: Date): Promise<void> => {
  const dayAgo = new Date(now.getTime() - 24 * 3_600_000).toISOString();
  await database.deleteFrom('auth_failures').where('until', '<', dayAgo).execute();
};

import type { Database } from '../database/schema.ts';

const longestWaitMs = 15 * 60_000;

/** Seconds to wait before the next attempt under any of the keys; 0 when it may be made. */
export const secondsToWait = async (
  database: Database,
  keys: string[],
  now: Date,
): Promise<number> => {
  const failures = await database
    .selectFrom('auth_failures')
    .where('key', 'in', keys)
    .select('until')
    .execute();
  const left = Math.max(0, ...failures.map(({ until }) => Date.parse(until) - now.getTime()));
  return Math.ceil(left / 1000);
};

/**
 * Slows down repeated failures: after `free` of them each further one doubles the wait, from one
 * second to a quarter of an hour. Counted in the database, since the next attempt may reach another
 * instance.
 */
export const countFailure = async (
  database: Database,
  key: string,
  { free, now }: { free: number; now: Date },
): Promise<void> => {
  const { count } = await database
    .insertInto('auth_failures')
    .values({ key, count: 1, until: now.toISOString() })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({ count: eb('auth_failures.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  const pause = count > free ? Math.min(1000 * 2 ** (count - free - 1), longestWaitMs) : 0;
  await database
    .updateTable('auth_failures')
    .set({ until: new Date(now.getTime() + pause).toISOString() })
    .where('key', '=', key)
    .execute();
};

export const forgetFailures = async (database: Database, key: string): Promise<void> => {
  await database.deleteFrom('auth_failures').where('key', '=', key).execute();
};

/** Who failed and then stayed away for a day starts anew. */
export const forgetOldFailures = async (database: Database, now: Date): Promise<void> => {
  const dayAgo = new Date(now.getTime() - 24 * 3_600_000).toISOString();
  await database.deleteFrom('auth_failures').where('until', '<', dayAgo).execute();
};

import { sql } from 'kysely';
import type { Database } from './schema.ts';

export type Clock = {
  now: () => Date;
  /** Asks the database again: clocks drift. */
  refresh: () => Promise<void>;
};

/**
 * The database's clock, by which all instances agree on when a token expires: this machine's, set
 * right by what the database says. Half of the time the question takes is its error, a millisecond
 * or two in one data centre.
 */
export const databaseClock = async (database: Database): Promise<Clock> => {
  let aheadMs = 0;
  const refresh = async (): Promise<void> => {
    const asked = Date.now();
    const { rows } = await sql<{ ms: number }>`
      select cast(extract(epoch from clock_timestamp()) * 1000 as double precision) as ms
    `.execute(database);
    const answered = Date.now();
    const [{ ms } = { ms: answered }] = rows;
    aheadMs = ms - (asked + answered) / 2;
  };
  await refresh();
  return { now: () => new Date(Date.now() + aheadMs), refresh };
};

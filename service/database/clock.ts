import { sql } from 'kysely';
import type { Database } from './schema.ts';

export type Clock = {
  now: () => Date;
  /** Reads the database's time again, because the clocks of machines drift apart. */
  refresh: () => Promise<void>;
};

/**
 * Returns the clock of this machine, corrected by the database's time, so that all instances agree on
 * when a token expires. The error of this clock is at most half of the time that the query takes. In one
 * data center, a query takes a millisecond or two.
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

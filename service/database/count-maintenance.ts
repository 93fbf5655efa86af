import { sql } from 'kysely';
import { dialectOf } from './dialect.ts';
import { maintaining } from './maintaining.ts';
import type { Database } from './schema.ts';
import { countedTables, timeIntervals, type CountedTable } from './time-intervals.ts';

/**
 * Maintains the counts of records. Replaces the rows that writes have added for the same interval and
 * collection with one row that has their sum. Splits intervals that have grown to twice the `usual`
 * number of records.
 */
export const maintainCounts = async (database: Database, usual = 2000): Promise<void> => {
  if (dialectOf(database) === 'postgres') await maintaining(database, addUp);
  for (const kind of countedTables) {
    await maintaining(database, async (transaction) => await cutGrown(transaction, kind, usual));
  }
};

const addUp = async (database: Database): Promise<void> => {
  await sql`
    with gone as (
      delete from record_counts where (kind, start, collection_id) in (
        select kind, start, collection_id from record_counts
        group by kind, start, collection_id having count(*) > 1)
      returning kind, start, collection_id, n)
    insert into record_counts (kind, start, collection_id, n)
      select kind, start, collection_id, sum(n) from gone
      group by kind, start, collection_id having sum(n) <> 0`.execute(database);
};

const cutGrown = async (database: Database, kind: CountedTable, usual: number): Promise<void> => {
  const intervals = await timeIntervals(database, kind, sql`1 = 1`);
  const grown = intervals.flatMap(({ start, n }, index) =>
    n < 2 * usual ? [] : [{ kind, start, end: intervals[index + 1]?.start, usual }],
  );
  if (grown.length > 0) await keepWritersOut(database, kind);
  for (const range of grown) await cut(database, range);
};

/**
 * Locks the table against writes, because a record that is written during the split would be counted in
 * the wrong interval. Throws if the lock is not granted within a second, so that writers do not wait for
 * long. The next maintenance then tries again.
 */
const keepWritersOut = async (database: Database, kind: CountedTable): Promise<void> => {
  if (dialectOf(database) === 'sqlite') return;
  await sql`set local lock_timeout = '1s'`.execute(database);
  await sql`lock table ${sql.table(kind)} in share row exclusive mode`.execute(database);
};

type Range = { kind: CountedTable; start: string; end: string | undefined; usual: number };

const within = ({ start, end }: Pick<Range, 'start' | 'end'>) =>
  sql<boolean>`created_at >= ${start} and ${end === undefined ? sql`1 = 1` : sql`created_at < ${end}`}`;

const cut = async (database: Database, range: Range): Promise<void> => {
  const { kind, start } = range;
  for (let at = await nextStart(database, range, start); at !== undefined;) {
    await database.insertInto('record_chunks').values({ kind, start: at }).execute();
    at = await nextStart(database, range, at);
  }
  await database
    .deleteFrom('record_counts')
    .where('kind', '=', kind)
    .where('start', '=', start)
    .execute();
  await sql`
    insert into record_counts (kind, start, collection_id, n)
      select ${kind}, stretch, collection_id, count(*) from (
        select collection_id, (select max(start) from record_chunks
          where kind = ${kind} and start <= created_at) as stretch
        from ${sql.table(kind)} where ${within(range)}) as placed
      group by stretch, collection_id`.execute(database);
};

/**
 * Returns the time at which a new interval after `start` should begin, or undefined if one interval is
 * enough for the records from `start` on. Records with the same creation time stay in one interval,
 * however many they are.
 */
const nextStart = async (
  database: Database,
  { kind, end, usual }: Range,
  start: string,
): Promise<string | undefined> => {
  const rest = within({ start, end });
  const { rows } = await sql<{ created_at: string }>`
    select created_at from ${sql.table(kind)} where ${rest}
    order by created_at limit 1 offset ${usual}`.execute(database);
  const [reached] = rows;
  if (!reached || reached.created_at > start) return reached?.created_at;
  const later = await sql<{ created_at: string | null }>`
    select min(created_at) as created_at from ${sql.table(kind)}
    where ${rest} and created_at > ${start}`.execute(database);
  return later.rows[0]?.created_at ?? undefined;
};

import { sql } from 'kysely';
import type { RecordTable } from './record-tables.ts';
import { rowLock } from './row-lock.ts';
import type { Database } from './schema.ts';

type StampedTable =
  | RecordTable
  | 'users'
  | 'teams'
  | 'codex_attributes'
  | 'codex_mitigations'
  | 'codex_threats';

/** Changes to the fields of a record. Missing and `undefined` fields stay unchanged. */
export type Changes<Facts> = { [Field in keyof Facts]?: Facts[Field] | undefined };

/**
 * Returns `changes` with the record's new `updated_at`. This is `now`, or a millisecond after the
 * previous `updated_at` if `now` is not later, because each change must increase `updated_at`. Without
 * changes, `updated_at` stays the same. Locks the record until the transaction ends.
 *
 * For records in collections, use `updateRecord`, which needs fewer statements.
 */
export const stamped = async <Fields extends object>(
  { database, now }: { database: Database; now: string },
  table: StampedTable,
  id: string,
  changes: Fields,
): Promise<Fields & { updated_at: string }> => {
  const query = sql<{ updated_at: string }>`
    select updated_at from ${sql.table(table)} where id = ${id}
    ${rowLock(database, 'no key update')}`;
  const { rows } = await query.execute(database);
  const [{ updated_at: last } = { updated_at: '' }] = rows;
  const isChange = Object.values(changes).some((value) => value !== undefined);
  return { ...changes, updated_at: isChange ? after(last, now) : last };
};

/** Returns `now`, or a millisecond after `last` if `now` is not later than `last`. */
export const after = (last: string, now: string): string =>
  now > last ? now : new Date(Date.parse(last) + 1).toISOString();

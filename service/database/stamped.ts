import { sql } from 'kysely';
import type { PlacedTable } from './place.ts';
import type { Database } from './schema.ts';

type StampedTable =
  | PlacedTable
  | 'users'
  | 'teams'
  | 'codex_attributes'
  | 'codex_mitigations'
  | 'codex_threats';

/** Fields of a record of which those that are `undefined`, or not there, stay as they are. */
export type Changes<Facts> = { [Field in keyof Facts]?: Facts[Field] | undefined };

/**
 * The changes to a record with its new `updated_at`, which strictly grows: now, or a millisecond
 * after the last one. Where nothing is to change, it stays.
 */
export const stamped = async <Fields extends object>(
  { database, now }: { database: Database; now: string },
  table: StampedTable,
  id: string,
  changes: Fields,
): Promise<Fields & { updated_at: string }> => {
  const query = sql<{ updated_at: string }>`
    select updated_at from ${sql.table(table)} where id = ${id}`;
  const { rows } = await query.execute(database);
  const [{ updated_at: last } = { updated_at: '' }] = rows;
  const isChange = Object.values(changes).some((value) => value !== undefined);
  return { ...changes, updated_at: isChange ? after(last, now) : last };
};

const after = (last: string, now: string): string =>
  now > last ? now : new Date(Date.parse(last) + 1).toISOString();

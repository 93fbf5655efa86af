import { sql } from 'kysely';
import { fieldNames } from '#shared/records/record-fields.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { additionsIn } from '#shared/records/record-values.ts';
import { fromJson, toJson, type JsonText } from './json-text.ts';
import { recordTables, type PlacedTable } from './place.ts';
import { columnsOf } from './record-columns.ts';
import { rowLock } from './row-lock.ts';
import type { Database } from './schema.ts';

type StampedTable =
  | PlacedTable
  | 'users'
  | 'teams'
  | 'codex_attributes'
  | 'codex_mitigations'
  | 'codex_threats';

/** Fields of a record. Missing and `undefined` fields stay unchanged. */
export type Changes<Facts> = { [Field in keyof Facts]?: Facts[Field] | undefined };

/**
 * Returns the changes to a record with a new `updated_at`, which always increases: now, or a
 * millisecond after the last one. Without changes, `updated_at` stays. Locks the record until the
 * transaction ends.
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

/** Returns the changed columns of a record. Changed additions are merged with the others. */
export const stampedRecord = async <
  K extends RecordKind,
  Fields extends Readonly<Record<string, unknown>>,
>(
  context: { database: Database; now: string },
  kind: K,
  id: string,
  changes: Fields,
) => {
  const { database } = context;
  const { updated_at } = await stamped(context, recordTables[kind], id, changes);
  const columns = { ...columnsOf(kind, changes), updated_at };
  const changed = fieldNames(kind, ({ isAddition }) => isAddition).filter(
    (name) => changes[name] !== undefined,
  );
  if (changed.length === 0) return columns;
  const query = sql<{ additions: JsonText<Record<string, unknown>> }>`
    select additions from ${sql.table(recordTables[kind])} where id = ${id}`;
  const [row] = (await query.execute(database)).rows;
  const added = Object.fromEntries(changed.map((name) => [name, changes[name]]));
  const before = row ? fromJson(row.additions) : {};
  return { ...columns, additions: toJson(additionsIn(kind, { ...before, ...added })) };
};

/** Returns a time after `last`: now, or a millisecond later. */
export const after = (last: string, now: string): string =>
  now > last ? now : new Date(Date.parse(last) + 1).toISOString();

import { sql, type RawBuilder, type Selectable } from 'kysely';
import { fieldNames } from '#shared/records/record-fields.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { additionsIn } from '#shared/records/record-values.ts';
import { dialectOf, type Dialect } from './dialect.ts';
import { fromJson, toJson, type JsonText } from './json-text.ts';
import { columnsOf } from './record-columns.ts';
import { recordTables } from './record-tables.ts';
import { rowLock } from './row-lock.ts';
import type { Database, Schema } from './schema.ts';
import { compilable, statementOf } from './statement.ts';

type Context = { database: Database; now: string };
type Values = Readonly<Record<string, unknown>>;
type Row<K extends RecordKind> = Selectable<Schema[(typeof recordTables)[K]]>;

/**
 * Updates a record with one statement, or with two if an addition changes. Missing and `undefined`
 * fields stay unchanged. `updated_at` becomes `now`, or a millisecond after its previous value if `now`
 * is not later, because each change must increase `updated_at`. Without changes, `updated_at` stays the
 * same. `more` are the values of columns that are not fields.
 *
 * Concurrent updates of a record run one after another. Each update sees the previous one, because a
 * statement that waited for a row reads the row again.
 */
export const updateRecord = async (
  context: Context,
  kind: RecordKind,
  id: string,
  changes: Values,
  more: Values = {},
): Promise<void> => void (await run(context, 'id', kind, id, changes, more));

/**
 * Updates a record like `updateRecord`, and returns its row. Returns no rows if the record does not
 * exist.
 */
export const updatedRecord = async <K extends RecordKind>(
  context: Context,
  kind: K,
  id: string,
  changes: Values,
): Promise<Row<K>[]> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rows of the table of `kind`
  (await run(context, '*', kind, id, changes, {})) as Row<K>[];

const run = async (
  context: Context,
  returned: 'id' | '*',
  kind: RecordKind,
  id: string,
  changes: Values,
  more: Values,
): Promise<unknown[]> => {
  const { database, now } = context;
  const additions = await changedAdditions(context, kind, id, changes);
  const columns = Object.entries({ ...columnsOf(kind, changes), ...more, additions }).filter(
    ([, value]) => value !== undefined,
  );
  const isChange = Object.values(changes).some((value) => value !== undefined);
  const names = columns.map(([name]) => name);
  const shape = [recordTables[kind], returned, isChange ? 'stamped' : 'unstamped', ...names];
  return await update(database, shape.join(' '), id, now, ...columns.map(([, value]) => value));
};

/**
 * `shape` contains the table, the returned columns, `stamped` or `unstamped`, and the changed columns,
 * separated by spaces. With `stamped`, the statement increases `updated_at`.
 */
const update = statementOf(
  (database, shape: string, id: string, now: string, ...values: readonly unknown[]) => {
    const [table = '', returned, stamping, ...names] = shape.split(' ');
    const changed = names.map((name, index) => sql`${sql.ref(name)} = ${values[index]}`);
    const stamp = stamping === 'stamped' ? stamps[dialectOf(database)](now) : sql.ref('updated_at');
    const set = sql.join([...changed, sql`updated_at = ${stamp}`]);
    return compilable(
      database,
      sql`update ${sql.table(table)} set ${set} where id = ${id}
        returning ${returned === '*' ? sql.raw('*') : sql.ref('id')}`,
    );
  },
);

/** SQL that computes the same as `after` in `stamped.ts`, from the stored `updated_at`. */
const stamps: Record<Dialect, (now: string) => RawBuilder<string>> = {
  sqlite: (now) => sql`case when updated_at < ${now} then ${now}
    else strftime('%Y-%m-%dT%H:%M:%fZ', updated_at, '+0.001 seconds') end`,
  postgres: (now) => sql`case when updated_at < ${now} then ${now}
    else to_char(cast(updated_at as timestamp) + interval '1 millisecond',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end`,
};

/**
 * Returns the new value of the column `additions`, or undefined if no addition changes. Locks the record
 * first, because the new value also contains the additions that do not change.
 */
const changedAdditions = async (
  { database }: Context,
  kind: RecordKind,
  id: string,
  changes: Values,
): Promise<JsonText<Values> | undefined> => {
  const changed = fieldNames(kind, ({ isAddition }) => isAddition).filter(
    (name) => changes[name] !== undefined,
  );
  if (changed.length === 0) return undefined;
  const query = sql<{ additions: JsonText<Record<string, unknown>> }>`
    select additions from ${sql.table(recordTables[kind])} where id = ${id}
    ${rowLock(database, 'no key update')}`;
  const [row] = (await query.execute(database)).rows;
  const added = Object.fromEntries(changed.map((name) => [name, changes[name]]));
  const before = row ? fromJson(row.additions) : {};
  return toJson(additionsIn(kind, { ...before, ...added }));
};

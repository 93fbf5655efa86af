import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { newId } from '#shared/records/new-id.ts';
import { descendantKinds, type RecordKind } from '#shared/records/record-kinds.ts';
import { dialectOf } from '../database/dialect.ts';
import { recordTables, within, type RecordTable } from '../database/record-tables.ts';
import { lockRows } from '../database/row-lock.ts';
import type { Database } from '../database/schema.ts';

/**
 * A table with rows that are copied when a record is deleted: a table of records, or a table of links
 * between a record and a user, a team, or an attribute. `column` is the column with the ID of the
 * record, and `holder` is the table that contains this record.
 */
type CopiedTable = {
  table: RecordTable | 'collection_user_access' | 'collection_team_access' | 'component_attributes';
  column: 'id' | 'collection_id' | 'component_id';
  holder: RecordTable;
  /**
   * The condition for restoring a link, which is that the linked user, team, or attribute still exists.
   * Undefined for a table of records.
   */
  exists?: (value: (column: string) => RawBuilder<string>) => RawBuilder<boolean>;
};

const links: readonly CopiedTable[] = [
  {
    table: 'collection_user_access',
    column: 'collection_id',
    holder: 'collections',
    exists: (value) => sql`${value('user_id')} in (select id from users where deleted_at is null)`,
  },
  {
    table: 'collection_team_access',
    column: 'collection_id',
    holder: 'collections',
    exists: (value) => sql`${value('team_id')} in (select id from teams)`,
  },
  {
    table: 'component_attributes',
    column: 'component_id',
    holder: 'components',
    exists: (value) => sql`${value('attribute_id')} in (select id from codex_attributes)`,
  },
];

/** Returns the tables with rows that belong to a deleted record, parents before children. */
const copiedTables = (kind: RecordKind): CopiedTable[] => {
  const tables = [kind, ...descendantKinds(kind)].map((each) => recordTables[each]);
  return [...new Set(tables)].flatMap((table): CopiedTable[] => [
    { table, column: 'id', holder: table },
    ...links.filter(({ holder }) => holder === table),
  ]);
};

/** Returns an SQL expression for a row of a table as JSON text. */
const rowAsJson = async (database: Database, table: string): Promise<RawBuilder<string>> => {
  if (dialectOf(database) === 'postgres') return sql`row_to_json(${sql.ref(table)})::text`;
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_info(${table})`.execute(database);
  const fields = rows.flatMap(({ name }) => [sql.lit(name), sql.ref(name)]);
  return sql`json_object(${sql.join(fields)})`;
};

/**
 * Deletes a record with everything in it. Copies of all rows are kept for 30 days, so that the record
 * can be restored.
 *
 * Locks the records from the top down, because another transaction may be adding a record below them. If
 * that transaction commits before its parent is locked, the new record is copied too. Otherwise that
 * transaction fails, because the parent no longer exists.
 */
export const deleteRecord = async (
  { database, now }: { database: Database; now: string },
  kind: RecordKind,
  id: string,
): Promise<void> => {
  const deletion = newId();
  const root = recordTables[kind];
  const isRoot = sql<boolean>`${sql.ref(`${root}.id`)} = ${id}`;
  for (const { table, column, holder } of copiedTables(kind)) {
    const isInside = within(holder, root, isRoot);
    const which =
      table === holder
        ? isInside
        : sql<boolean>`${sql.ref(column)} in (select id from ${sql.table(holder)} where ${isInside})`;
    await lockRows(database, table, which, 'update');
    await sql`
      insert into deleted_records (deletion, source, id, deleted_at, content)
        select ${deletion}, ${table}, ${sql.ref(column)}, ${now}, ${await rowAsJson(database, table)}
        from ${sql.table(table)} where ${which}`.execute(database);
  }
  await database.deleteFrom(root).where('id', '=', id).execute();
  if (kind === 'collection')
    await database.insertInto('deleted_collections').values({ id }).execute();
};

/** A deleted record: the ID of its delete operation, and the columns of its row. */
export type DeletedRecord = { deletion: string; columns: Record<string, unknown> };

const columnsSchema = z.record(z.string(), z.unknown());

/**
 * Finds a deleted record, and locks it, so that no other request restores it at the same time. Returns
 * `null` if no such record was deleted.
 */
export const findDeleted = async (
  database: Database,
  table: RecordTable,
  id: string,
): Promise<DeletedRecord | null> => {
  await lockRows(database, 'deleted_records', sql`source = ${table} and id = ${id}`, 'update');
  const row = await database
    .selectFrom('deleted_records')
    .select(['deletion', 'content'])
    .where('source', '=', table)
    .where('id', '=', id)
    .executeTakeFirst();
  return row
    ? { deletion: row.deletion, columns: columnsSchema.parse(JSON.parse(row.content)) }
    : null;
};

const valueIn = (database: Database, column: string): RawBuilder<string> =>
  dialectOf(database) === 'postgres'
    ? sql`deleted_records.content::json ->> ${sql.lit(column)}`
    : sql`deleted_records.content ->> ${sql.lit(`$.${column}`)}`;

/** Returns the newest `updated_at` among the records that a delete operation removed. */
export const newestChange = async (database: Database, deletion: string): Promise<string> => {
  const { rows } = await sql<{ newest: string | null }>`
    select max(${valueIn(database, 'updated_at')}) as newest from deleted_records
    where deletion = ${deletion}`.execute(database);
  return rows[0]?.newest ?? '';
};

/** Returns the columns that a table had when the delete operation copied its rows. */
const columnsOf = async (
  database: Database,
  deletion: string,
  table: string,
): Promise<string[]> => {
  const keys =
    dialectOf(database) === 'postgres'
      ? sql`json_object_keys(content::json)`
      : sql`(select json_group_array(key) from json_each(content))`;
  const { rows } = await sql<{ name: string }>`
    select ${keys} as name from
      (select content from deleted_records
       where deletion = ${deletion} and source = ${table} limit 1) as one`.execute(database);
  if (dialectOf(database) === 'postgres') return rows.map(({ name }) => name);
  return rows.flatMap(({ name }) => z.array(z.string()).parse(JSON.parse(name)));
};

/** Values that restored rows get instead of their former values. */
type NewValues = { updated_at: string; collection_id: string };

/** Inserts the rows that a delete operation removed. */
export const putBack = async (
  database: Database,
  kind: RecordKind,
  deletion: string,
  values: NewValues,
): Promise<void> => {
  for (const { table, exists } of copiedTables(kind)) {
    const names = await columnsOf(database, deletion, table);
    if (names.length === 0) continue;
    const isPostgres = dialectOf(database) === 'postgres';
    const copied = (name: string): RawBuilder<unknown> =>
      isPostgres ? sql.ref(`kept.${name}`) : valueIn(database, name);
    const columns = names.map((name) =>
      name === 'updated_at' || name === 'collection_id' ? sql`${values[name]}` : copied(name),
    );
    const source = isPostgres
      ? sql`deleted_records cross join lateral
          json_populate_record(null::${sql.table(table)}, deleted_records.content::json) as kept`
      : sql`deleted_records`;
    const isLeft = exists?.((name) => valueIn(database, name)) ?? sql`1 = 1`;
    await sql`
      insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
        select ${sql.join(columns)} from ${source}
        where deleted_records.deletion = ${deletion} and deleted_records.source = ${table}
          and ${isLeft}`.execute(database);
  }
  await database.deleteFrom('deleted_records').where('deletion', '=', deletion).execute();
};

const retentionMs = 30 * 24 * 3_600_000;

/** Deletes the copies of records that were deleted more than 30 days ago. */
export const forgetDeleted = async (database: Database, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - retentionMs).toISOString();
  await database.deleteFrom('deleted_records').where('deleted_at', '<', before).execute();
};

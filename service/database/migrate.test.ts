import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmptyDatabase } from '../testing/test-database.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migration.ts';
import { tables as firstTables } from './migrations/001-tables.ts';
import type { Database } from './schema.ts';

let database: Database;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ database, close } = await openEmptyDatabase());
});
afterEach(async () => {
  await close();
});

const first: Migration = { name: '001', sql: 'create table one (id text);\n' };
const second: Migration = {
  name: '002',
  sql: 'create table two (id text);\ncreate table three (id text);\n',
};
const tables = async () =>
  (await database.introspection.getTables()).map(({ name }) => name).toSorted();

test('applies each migration once, including later ones', async () => {
  await migrate(database, [first]);
  await migrate(database, [first, second]);
  await migrate(database, [first, second]);
  expect(await tables()).toEqual(['applied_migrations', 'one', 'three', 'two']);
});

test('refuses a migration that was edited after it was applied', async () => {
  await migrate(database, [first]);
  const edited = { ...first, sql: 'create table one (id integer);\n' };
  await expect(migrate(database, [edited])).rejects.toThrow('001 was edited');
});

test('refuses a database that is newer than the program', async () => {
  await migrate(database, [first, second]);
  await expect(migrate(database, [first])).rejects.toThrow('newer than this program');
});

test('rolls back a migration that fails, and those before it', async () => {
  await migrate(database, [first]);
  const broken = { name: '003', sql: 'create table four (id text);\ncreate nonsense;\n' };
  await expect(migrate(database, [first, second, broken])).rejects.toThrow('nonsense');
  expect(await tables()).toEqual(['applied_migrations', 'one']);
});

test('returns the names of applied migrations', async () => {
  expect(await migrate(database, [first])).toEqual(['001']);
  expect(await migrate(database, [first, second])).toEqual(['002']);
  expect(await migrate(database, [first, second])).toEqual([]);
});

test('preserves the data of an earlier version', async () => {
  await migrate(database, [firstTables]);
  const at = `'2026-01-01T00:00:00.000Z'`;
  for (const statement of [
    `insert into users values ('u', ${at}, ${at}, 'u@example.org', 'u@example.org', 'U', 'U',
      'owner', 'confirmed', 1, 1, '[]', null)`,
    `insert into collections values ('c', ${at}, ${at}, 'C', null, null, 'u')`,
    `insert into threat_models (id, created_at, updated_at, collection_id, owner_id, title,
      description, status, priority) values ('m', ${at}, ${at}, 'c', 'u', 'M', '', 'Done', 'low')`,
    `insert into canvases (id, created_at, updated_at, threat_model_id, title, format, data)
      values ('v', ${at}, ${at}, 'm', 'V', 'diagram', '{"nodes":[],"edges":[]}')`,
    `insert into components (id, created_at, updated_at, canvas_id, title, description)
      values ('k', ${at}, ${at}, 'v', 'K', '')`,
    `insert into threats (id, created_at, updated_at, component_id, ref_number, title,
      description, priority, status, is_custom) values ('t', ${at}, ${at}, 'k', 1, 'T', '', 'low',
      'open', 1)`,
  ]) {
    await sql.raw(statement).execute(database);
  }
  await migrate(database);
  const inCollection = { collection_id: 'c' };
  expect(await database.selectFrom('threats').selectAll().executeTakeFirst()).toMatchObject(
    inCollection,
  );
  expect(await database.selectFrom('record_counts').selectAll().orderBy('kind').execute()).toEqual([
    { kind: 'components', start: '', collection_id: 'c', n: 1 },
    { kind: 'threats', start: '', collection_id: 'c', n: 1 },
  ]);
});

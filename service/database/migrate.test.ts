import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, type Migration } from './migrate.ts';
import type { Database } from './schema.ts';
import { openSqlite } from './sqlite.ts';

let database: Database;
beforeEach(() => {
  database = openSqlite(':memory:');
});
afterEach(async () => {
  await database.destroy();
});

const first: Migration = { name: '001', sql: 'create table one (id text);\n' };
const second: Migration = {
  name: '002',
  sql: 'create table two (id text);\ncreate table three (id text);\n',
};
const tables = async () =>
  (await database.introspection.getTables()).map(({ name }) => name).toSorted();

test('applies each migration once, also those that came later', async () => {
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

test('leaves nothing of a migration that fails', async () => {
  const broken = { name: '003', sql: 'create table four (id text);\ncreate nonsense;\n' };
  await expect(migrate(database, [first, broken])).rejects.toThrow('nonsense');
  expect(await tables()).toEqual(['applied_migrations', 'one']);
});

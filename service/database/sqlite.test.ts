import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureOwner } from '../provision.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const person = { email: 'owner@example.org', firstName: 'Olga', lastName: 'Owner' };

test('what was written is there when the file is opened again', async () => {
  const path = join(folder, 'service.db');
  const before = openSqlite(path);
  await migrate(before);
  const owner = await ensureOwner(before, person);
  await before.destroy();

  const after = openSqlite(path);
  await migrate(after);
  expect(await ensureOwner(after, { ...person, email: 'another@example.org' })).toEqual(owner);
  await after.destroy();
});

test('two programs may have the same file open and write by turns', async () => {
  const path = join(folder, 'service.db');
  const [one, two] = [openSqlite(path), openSqlite(path)];
  await migrate(one);
  await one.transaction().execute(async (transaction) => {
    await transaction.selectFrom('users').select('id').execute();
    // It would fail at the write if the other had written in between; it cannot, the lock is taken.
    await transaction.deleteFrom('users').execute();
  });
  const [first, second] = [await ensureOwner(one, person), await ensureOwner(two, person)];
  expect(second).toEqual(first);
  await one.destroy();
  await two.destroy();
});

test('foreign keys are enforced', async () => {
  const database = openSqlite(':memory:');
  await migrate(database);
  await expect(
    sql`insert into collection_user_access values ('none', 'nobody', 'read')`.execute(database),
  ).rejects.toThrow('FOREIGN KEY');
  await database.destroy();
});

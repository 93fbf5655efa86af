import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ensureOwner } from '../provision.ts';
import { lockFor } from '../testing/lock-file.ts';
import { migrate, migrations } from './migrate.ts';
import type { Database } from './schema.ts';
import { openSqlite } from './sqlite.ts';
import { statement } from './statement.ts';
import { sharingCommit, writing } from './transaction.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const person = { email: 'owner@example.org', firstName: 'Olga', lastName: 'Owner' };

test('written data is there when the file is opened again', async () => {
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

test('two programs can open the same file and write by turns', async () => {
  const path = join(folder, 'service.db');
  const [one, two] = [openSqlite(path), openSqlite(path)];
  await migrate(one);
  await one.transaction().execute(async (transaction) => {
    await transaction.selectFrom('users').select('id').execute();
    // This write succeeds, because the transaction took the write lock at its beginning. Without the
    // lock, the write would fail if another program had written after the select statement.
    await transaction.deleteFrom('users').execute();
  });
  const [first, second] = [await ensureOwner(one, person), await ensureOwner(two, person)];
  expect(second).toEqual(first);
  await one.destroy();
  await two.destroy();
});

test('a file that another program locks for a moment is opened after it', async () => {
  const path = join(folder, 'service.db');
  await openSqlite(path).destroy();
  await lockFor(path, 300);
  const opened = openSqlite(path);
  expect(await migrate(opened)).toHaveLength(migrations.length);
  await opened.destroy();
});

describe('writes that arrive together', () => {
  let database: Database;
  beforeEach(async () => {
    database = openSqlite(':memory:');
    await sql`create table kept (text text)`.execute(database);
    await sql`create table named (name text primary key, by text references named (name)
      deferrable initially deferred)`.execute(database);
  });
  afterEach(async () => {
    await database.destroy();
  });
  const write = async (text: string, then: () => void = () => undefined) =>
    await writing(database, async (transaction) => {
      await sql`insert into kept values (${text})`.execute(transaction);
      then();
      return text;
    });
  const stored = async () =>
    (await sql<{ text: string }>`select text from kept`.execute(database)).rows.map(
      ({ text }) => text,
    );

  test('are each committed or rolled back, in their order', async () => {
    const fail = () => {
      throw new Error('not this one');
    };
    const outcomes = await Promise.allSettled([
      write('one'),
      write('two', fail),
      write('three'),
      write('four', fail),
    ]);
    expect(outcomes.map((outcome) => 'value' in outcome && outcome.value)).toEqual([
      'one',
      false,
      'three',
      false,
    ]);
    expect(await stored()).toEqual(['one', 'three']);
  });

  test('are all rolled back and rejected if the commit fails', async () => {
    const dangling = writing(database, async (transaction) => {
      await sql`insert into named values ('child', 'parent')`.execute(transaction);
    });
    const outcomes = await Promise.allSettled([write('one'), dangling, write('two')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await stored()).toEqual([]);
    expect(await write('later')).toBe('later');
  });

  test('share the commit of a transaction, each atomically', async () => {
    const outcomes: string[] = [];
    const within = sharingCommit(database, async (shared) => {
      for (const text of ['one', 'two', 'three']) {
        const outcome = await writing(shared, async (transaction) => {
          await sql`insert into kept values (${text})`.execute(transaction);
          if (text === 'two') throw new Error('not this one');
          return text;
        }).catch(() => 'undone');
        outcomes.push(outcome);
      }
    });
    await Promise.all([within, write('beside')]);
    expect(outcomes).toEqual(['one', 'undone', 'three']);
    expect(await stored()).toEqual(['one', 'three', 'beside']);
  });

  test('are committed in groups if there are more than one commit takes', async () => {
    const many = Array.from({ length: 250 }, (_, index) => `${index}`);
    await Promise.all(many.map(async (text) => await write(text)));
    expect(await stored()).toEqual(many);
  });
});

test('foreign keys are enforced', async () => {
  const database = openSqlite(':memory:');
  await migrate(database);
  await expect(
    sql`insert into collection_user_access values ('none', 'nobody', 'read')`.execute(database),
  ).rejects.toThrow('FOREIGN KEY');
  await database.destroy();
});

test('a statement outside of a transaction sees only committed data', async () => {
  const database = openSqlite(join(folder, 'service.db'));
  await migrate(database);
  const { id } = await ensureOwner(database, person);
  const emailOf = statement((executor, userId: string) =>
    executor.selectFrom('users').select('email').where('id', '=', userId),
  );
  const seen: unknown[] = [];
  await database.transaction().execute(async (transaction) => {
    await transaction.updateTable('users').set({ email: 'new@example.org' }).execute();
    seen.push(await emailOf(database, id), await emailOf(transaction, id));
  });
  seen.push(await emailOf(database, id));
  expect(seen).toEqual([
    [{ email: 'owner@example.org' }],
    [{ email: 'new@example.org' }],
    [{ email: 'new@example.org' }],
  ]);
  await database.destroy();
});

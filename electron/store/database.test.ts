import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockFor } from '#service/testing/lock-file.ts';
import { inNonDurableTransaction, inTransaction, openStore } from './database.ts';
import { migrations } from './migrations.ts';

/** SQLite's numbers for the values of `PRAGMA synchronous`. */
const [NORMAL, FULL] = [1, 2];

let folder: string;
let database: DatabaseSync;
const synchronous = (): unknown => database.prepare('PRAGMA synchronous').get()?.['synchronous'];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-database-'));
  database = openStore(join(folder, 'store.db'));
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

it('waits for the disk with each commit of a person', () => {
  expect(synchronous()).toBe(FULL);
  inTransaction(database, () => expect(synchronous()).toBe(FULL));
  expect(database.prepare('PRAGMA journal_mode').get()?.['journal_mode']).toBe('wal');
});

it('does not wait for data of the service, and waits again afterwards', () => {
  inNonDurableTransaction(database, () => expect(synchronous()).toBe(NORMAL));
  expect(synchronous()).toBe(FULL);
});

it('waits again after a failure', () => {
  const fail = () =>
    inNonDurableTransaction(database, () => {
      throw new Error('refused');
    });
  expect(fail).toThrow('refused');
  expect(synchronous()).toBe(FULL);
  expect(database.isTransaction).toBe(false);
});

it('waits for a lock that another program holds for a moment', async () => {
  const path = join(folder, 'another.db');
  openStore(path).close();
  await lockFor(path, 300);
  const opened = openStore(path);
  expect(opened.isOpen).toBe(true);
  opened.close();
});

it('applies a migration completely or not at all', () => {
  const path = join(folder, 'older.db');
  const older = new DatabaseSync(path);
  older.exec('CREATE TABLE migration (name TEXT PRIMARY KEY, hash TEXT NOT NULL)');
  for (const name of ['001-records', '002-conflicts'] as const) {
    older.exec(migrations[name]);
    const hash = createHash('sha256').update(migrations[name]).digest('hex');
    older.prepare('INSERT INTO migration VALUES (?, ?)').run(name, hash);
  }
  // The last statement of the next migration creates a table of this name, so it fails.
  older.exec('CREATE TABLE canvas_order (model_id TEXT)');
  older.close();
  expect(() => openStore(path)).toThrow('canvas_order');
  const again = new DatabaseSync(path);
  again.exec('DROP TABLE canvas_order');
  again.close();
  const opened = openStore(path);
  expect(opened.isOpen).toBe(true);
  opened.close();
});

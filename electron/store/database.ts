import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { migrations } from './migrations.ts';
import { StoreFailure } from './store-failure.ts';

/**
 * Opens the local store of one connection. Synchronous on purpose: a gesture is stored before the
 * next message of the window is looked at, so nothing can come between its parts.
 */
export const openStore = (path: string): DatabaseSync => {
  assertKnown(path);
  const database = new DatabaseSync(path);
  try {
    // Readers do not wait for the writer, and a commit is one append.
    database.exec('PRAGMA journal_mode = WAL');
    // A gesture that was answered is on disk, whatever happens to the process or the power.
    database.exec('PRAGMA synchronous = FULL');
    database.exec('PRAGMA busy_timeout = 5000');
    // In KiB: a gesture of tens of thousands of records is kept in memory until it is whole. With the
    // usual 2 MiB, storing a copy of 20,000 components takes half as long again.
    database.exec('PRAGMA cache_size = -65536');
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

const hashOf = (sql: string): string => createHash('sha256').update(sql).digest('hex');

const appliedMigrations = (database: DatabaseSync): Map<string, string> =>
  new Map(
    database
      .prepare('SELECT name, hash FROM migration')
      .all()
      .map((row) => [String(row['name']), String(row['hash'])]),
  );

const hasContent = (path: string): boolean =>
  (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;

/**
 * Looked at before anything can write: a file that another version has made is left as it is. Its
 * tables are not what this program believes, and what it would write could not be read there.
 */
const assertKnown = (path: string): void => {
  if (!hasContent(path)) return;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const known = new Map(Object.entries(migrations).map(([name, sql]) => [name, hashOf(sql)]));
    if (!isStore(database)) return;
    for (const [name, hash] of appliedMigrations(database)) {
      if (known.get(name) === hash) continue;
      throw new StoreFailure('newer', `It has the change “${name}”, which is not known here`);
    }
  } finally {
    database.close();
  }
};

/** A process may have ended before it had written the first table. */
const isStore = (database: DatabaseSync): boolean =>
  database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'migration'`).get() !== undefined;

const migrate = (database: DatabaseSync): void => {
  database.exec('CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, hash TEXT NOT NULL)');
  const applied = appliedMigrations(database);
  for (const [name, sql] of Object.entries(migrations)) {
    if (applied.has(name)) continue;
    inTransaction(database, () => {
      database.exec(sql);
      database.prepare('INSERT INTO migration (name, hash) VALUES (?, ?)').run(name, hashOf(sql));
    });
  }
};

/**
 * What comes from the service can be had again, so its commits do not wait for the disk: they
 * survive the end of the process, and after a power cut the service is asked again. One wait a page
 * of records is what makes a window stutter.
 */
export const inPassingTransaction = <Result>(
  database: DatabaseSync,
  work: () => Result,
): Result => {
  if (database.isTransaction) return work();
  database.exec('PRAGMA synchronous = NORMAL');
  try {
    return inTransaction(database, work);
  } finally {
    database.exec('PRAGMA synchronous = FULL');
  }
};

/** Runs `work` whole or not at all; a transaction inside another is part of it. */
export const inTransaction = <Result>(database: DatabaseSync, work: () => Result): Result => {
  if (database.isTransaction) return work();
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
};

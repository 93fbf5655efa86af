import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { migrations } from './migrations.ts';

/**
 * Opens the local store of one connection. Synchronous on purpose: a gesture is stored before the
 * next message of the window is looked at, so nothing can come between its parts.
 */
export const openStore = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path);
  // Readers do not wait for the writer, and a commit is one append.
  database.exec('PRAGMA journal_mode = WAL');
  // A gesture that was answered is on disk, whatever happens to the process or the power.
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA busy_timeout = 5000');
  migrate(database);
  return database;
};

const migrate = (database: DatabaseSync): void => {
  database.exec('CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, hash TEXT NOT NULL)');
  const applied = new Map(
    database
      .prepare('SELECT name, hash FROM migration')
      .all()
      .map((row) => [String(row['name']), String(row['hash'])]),
  );
  for (const [name, sql] of Object.entries(migrations)) {
    const hash = createHash('sha256').update(sql).digest('hex');
    const known = applied.get(name);
    if (known === hash) continue;
    if (known) throw new Error(`Migration ${name} was edited after it had been applied`);
    inTransaction(database, () => {
      database.exec(sql);
      database.prepare('INSERT INTO migration (name, hash) VALUES (?, ?)').run(name, hash);
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

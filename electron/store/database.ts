import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { z } from 'zod';
import { migrations } from './migrations.ts';
import { StoreFailure } from './store-failure.ts';

/** The time that a statement waits for a lock of another program, in ms. */
const timeout = 5000;

/**
 * Opens the local store of one connection. All statements are synchronous, so a gesture is stored before
 * the main process handles the next message of the window.
 */
export const openStore = (path: string): DatabaseSync => {
  assertKnown(path);
  const database = new DatabaseSync(path, { timeout });
  try {
    // With a write-ahead log, readers do not wait for the writer, and a commit only appends to the log.
    database.exec('PRAGMA journal_mode = WAL');
    // Each commit waits for the disk, so a confirmed gesture survives a crash and a power failure.
    database.exec('PRAGMA synchronous = FULL');
    // The size of the page cache. A negative value is in KiB. This much memory can hold a gesture of
    // tens of thousands of records until its commit. With the default of 2 MiB, storing a copy of 20,000
    // components takes 50% longer.
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
 * Throws if another version of the app has changed the tables of the file, because that version could
 * not read what this version would write. Call before anything is written.
 */
const assertKnown = (path: string): void => {
  if (!hasContent(path)) return;
  const database = new DatabaseSync(path, { readOnly: true, timeout });
  try {
    const known = new Map(Object.entries(migrations).map(([name, sql]) => [name, hashOf(sql)]));
    if (!isStore(database)) return;
    for (const [name, hash] of appliedMigrations(database)) {
      if (known.get(name) === hash) continue;
      throw new StoreFailure(
        'newer',
        `It has migration “${name}”, which this version doesn’t know.`,
      );
    }
  } finally {
    database.close();
  }
};

/**
 * Tells if the file is a store, which means that it has the table of migrations. The table is missing if
 * the process that created the file ended before it created the table.
 */
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
 * Runs a transaction for data of the service. Its commit does not wait for the disk, because a wait for
 * each page of records would make the window stutter. The data survives the end of the process. After a
 * power failure, sync downloads the data again.
 */
export const inNonDurableTransaction = <Result>(
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

const rollbacks = new WeakMap<DatabaseSync, number>();

/** Returns how many transactions of this connection were rolled back. */
export const rollbackCount = (database: DatabaseSync): number => rollbacks.get(database) ?? 0;

const versionRow = z.object({ data_version: z.number() });

/**
 * Returns a function whose result changes when data in memory may be outdated although this connection
 * has written nothing: after a rollback, and after a commit of another connection.
 */
export const watchOutside = (database: DatabaseSync): (() => string) => {
  const select = database.prepare('PRAGMA data_version');
  return () => `${rollbackCount(database)} ${versionRow.parse(select.get()).data_version}`;
};

/** Runs `work` completely or not at all. A nested transaction is part of the outer one. */
export const inTransaction = <Result>(database: DatabaseSync, work: () => Result): Result => {
  if (database.isTransaction) return work();
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollbacks.set(database, rollbackCount(database) + 1);
    database.exec('ROLLBACK');
    throw error;
  }
};

const writesRow = z.object({ writes: z.number() });

/**
 * Returns a function that returns the number of rows that this connection to the database has written.
 */
export const countWrites = (database: DatabaseSync): (() => number) => {
  const select = database.prepare('SELECT total_changes() AS writes');
  return () => writesRow.parse(select.get()).writes;
};

/** The number of rows that one statement inserts. */
const rowsAtOnce = 100;

/**
 * Returns a function that inserts rows into a table, many in one statement. For thousands of rows, one
 * statement for each row takes twice as long.
 */
export const insertion = (database: DatabaseSync, table: string, columns: readonly string[]) => {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const rowsOf = (count: number): string => Array.from({ length: count }, () => row).join(', ');
  const insert = (count: number) =>
    database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${rowsOf(count)}`);
  const one = insert(1);
  // Prepared when it is first needed, because most gestures and the start do without it.
  let many: ReturnType<typeof insert> | null = null;
  return (rows: readonly SQLInputValue[][]): void => {
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const part = rows.slice(at, at + rowsAtOnce);
      if (part.length === rowsAtOnce) {
        many ??= insert(rowsAtOnce);
        many.run(...part.flat());
      } else for (const values of part) one.run(...values);
    }
  };
};

import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  Kysely,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type Driver,
  type SqliteDatabase,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import { setDirectRead, type DirectRead } from './direct-read.ts';
import type { Database, Schema } from './schema.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const pragmas = [
  // With a write-ahead log, readers and the writer do not block each other, and a commit only appends
  // data.
  'journal_mode = wal',
  // Each commit waits until it is on the disk. With `normal`, a power failure can lose the last commits,
  // although clients have already removed these changes from their outboxes.
  'synchronous = full',
  // Enables foreign keys, which delete the descendants of a deleted record. By default SQLite ignores
  // foreign keys.
  'foreign_keys = on',
  // Lets the log, which grows during a large import, shrink to 64 MiB at the next checkpoint.
  'journal_size_limit = 67108864',
];

/**
 * The longest time, in milliseconds, that a statement waits for a lock of another program. The command
 * line can write to the file while the service runs, and a program that ends locks the file for a
 * moment.
 */
const timeout = 5000;

/** Opens a database file and creates it if it is missing. `:memory:` is a temporary database. */
export const openSqlite = (path: string): Database => {
  const file = new DatabaseSync(path, { timeout });
  for (const pragma of pragmas) file.exec(`pragma ${pragma}`);
  const reader = path === ':memory:' ? undefined : openReader(path);
  const close = (): void => {
    reader?.close();
    file.close();
  };
  const database = new Kysely<Schema>({
    dialect: new ImmediateDialect({ database: adapt(file, close) }),
  });
  if (reader) setDirectRead(database, directRead(reader));
  return database;
};

/** Opens a read-only connection to a file, for statements outside of transactions. */
const openReader = (path: string): DatabaseSync => {
  const file = new DatabaseSync(path, { timeout });
  file.exec('pragma query_only = on');
  return file;
};

const directRead = (reader: DatabaseSync): DirectRead => {
  const prepare = cached((text: string) => reader.prepare(text));
  return (text, parameters) => available(() => prepare(text).all(...bindable(parameters)));
};

/** Adapts the database to Kysely, which expects better-sqlite3 but uses only these methods. */
const adapt = (file: DatabaseSync, close: () => void): SqliteDatabase => ({
  close,
  prepare: cached((text: string): SqliteStatement => {
    const statement = available(() => file.prepare(text));
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => available(() => statement.all(...bindable(parameters))),
      run: (parameters) => {
        if (endings.has(text) && !file.isTransaction) return endedAlready(text);
        return available(() => statement.run(...bindable(parameters)));
      },
      iterate: (parameters) => statement.iterate(...bindable(parameters)),
    };
  }),
});

const endings = new Set(['commit', 'rollback', 'release savepoint one_write']);

/**
 * Handles a statement that is about to end a transaction that SQLite has already rolled back, because
 * the disk was full or failed. A rollback succeeds, because nothing is left to do. Any other statement
 * throws.
 */
const endedAlready = (text: string) => {
  if (text === 'rollback') return { changes: 0, lastInsertRowid: 0 };
  throw new DatabaseUnavailable(new Error('SQLite has rolled the transaction back'));
};

/**
 * Primary result codes of SQLite for outages: locked by another program for too long, out of memory,
 * read-only, I/O error, disk full, and cannot open.
 */
const outages = new Set([5, 7, 8, 10, 13, 14]);

const isOutage = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  outages.has(error.errcode & 0xff);

/**
 * Runs `work`, and converts SQLite's errors for outages, so that the client gets 503 and can try again.
 * @throws DatabaseUnavailable if `work` fails because of an outage.
 */
const available = <Result>(work: () => Result): Result => {
  try {
    return work();
  } catch (error) {
    throw isOutage(error) ? new DatabaseUnavailable(error) : error;
  }
};

const maxSqlLength = 4000;
const maxStatements = 500;

/**
 * Caches prepared statements, because preparing a short statement takes as long as running it. Long
 * statements are not cached, because they are bulk inserts, whose text differs for each number of rows.
 * SQLite itself prepares a statement again after its tables have changed.
 */
const cached = <Statement>(prepare: (text: string) => Statement): ((text: string) => Statement) => {
  const cache = new Map<string, Statement>();
  return (text) => {
    const known = cache.get(text);
    if (known) return known;
    const statement = prepare(text);
    if (text.length <= maxSqlLength && cache.size < maxStatements) cache.set(text, statement);
    return statement;
  };
};

const bindable = (parameters: readonly unknown[]): SQLInputValue[] =>
  parameters.map((value) => {
    if (isBindable(value)) return value;
    throw new TypeError(`SQLite cannot store a ${typeof value}`);
  });

const isBindable = (value: unknown): value is SQLInputValue =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  value instanceof Uint8Array;

/**
 * Takes the write lock at the beginning of a transaction that may write. Otherwise a transaction that
 * reads before it writes would fail at its first write, without waiting, if another process wrote in
 * between.
 */
class ImmediateDialect extends SqliteDialect {
  readonly #config: { database: SqliteDatabase };

  constructor(config: { database: SqliteDatabase }) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config);
  }
}

class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    { accessMode }: TransactionSettings = {},
  ): Promise<void> {
    const begin = accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }
}

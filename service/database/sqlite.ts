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
import type { Database, Schema } from './schema.ts';

const pragmas = [
  // Readers and the one writer do not wait for each other, and a commit is one append.
  'journal_mode = wal',
  // An answered write is on disk: with `normal`, WAL may lose the last commits when power fails,
  // and by then the client has dropped them from its outbox.
  'synchronous = full',
  // Off by default in SQLite; deleting a record relies on it to delete what the record holds.
  'foreign_keys = on',
  // The command line may write to the same file while the service runs.
  'busy_timeout = 5000',
  // The log of a large import is given back to the file system at the next checkpoint.
  'journal_size_limit = 67108864',
];

/** Opens, and where need be creates, a database file; `:memory:` for one that is not kept. */
export const openSqlite = (path: string): Database => {
  const file = new DatabaseSync(path);
  for (const pragma of pragmas) file.exec(`pragma ${pragma}`);
  return new Kysely<Schema>({ dialect: new ImmediateDialect({ database: adapt(file) }) });
};

/** Kysely expects better-sqlite3, of which it needs only this. */
const adapt = (file: DatabaseSync): SqliteDatabase => ({
  close: () => file.close(),
  prepare: prepareOnce((text) => {
    const statement = file.prepare(text);
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...bindable(parameters)),
      run: (parameters) => statement.run(...bindable(parameters)),
      iterate: (parameters) => statement.iterate(...bindable(parameters)),
    };
  }),
});

const longestKept = 4000;
const mostKept = 500;

/**
 * Keeps what was prepared, since that takes as long as a short statement itself; but not the texts
 * of bulk inserts, of which there is one for each number of rows. SQLite prepares again by itself
 * when the tables have changed.
 */
const prepareOnce = (prepare: SqliteDatabase['prepare']): SqliteDatabase['prepare'] => {
  const kept = new Map<string, SqliteStatement>();
  return (text) => {
    const known = kept.get(text);
    if (known) return known;
    const statement = prepare(text);
    if (text.length <= longestKept && kept.size < mostKept) kept.set(text, statement);
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
 * Takes the write lock when a transaction begins that may write. One that reads first and writes
 * later would fail at its first write, without waiting, if another process wrote in between.
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

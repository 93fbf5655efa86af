import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { dialectOf, type Dialect } from './dialect.ts';
import type { Migration } from './migration.ts';
import { tables } from './migrations/001-tables.ts';
import { wholeService } from './migrations/002-whole-service.ts';
import { deletedCollections } from './migrations/003-deleted-collections.ts';
import { additions } from './migrations/004-additions.ts';
import { deletedRecords } from './migrations/005-deleted-records.ts';
import { codexExtensions } from './migrations/006-codex-extensions.ts';
import { movedThreats } from './migrations/007-moved-threats.ts';
import type { Database } from './schema.ts';

/** In the order of application. */
export const migrations: readonly Migration[] = [
  tables,
  wholeService,
  deletedCollections,
  additions,
  deletedRecords,
  codexExtensions,
  movedThreats,
];

/** The name of the last migration. A database with this migration has all migrations. */
export const latestMigration = movedThreats.name;

/**
 * Updates the database to the current schema and returns the names of the migrations it applied.
 * Runs in one transaction, which only one program can be in at a time. Fails when an applied
 * migration was edited later or is unknown to this program, because the tables would not match the
 * code.
 */
export const migrate = async (
  database: Database,
  wanted: readonly Migration[] = migrations,
): Promise<string[]> =>
  await database
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      if (dialectOf(database) === 'postgres') await takeLock(transaction);
      const applied = await appliedMigrations(transaction);
      const known = new Map(wanted.map((migration) => [migration.name, hashOf(migration)]));
      for (const [name, hash] of applied) {
        const expected = known.get(name);
        if (!expected) throw new Error(`The database is newer than this program: it has ${name}`);
        if (expected !== hash) throw new Error(`Migration ${name} was edited after it was applied`);
      }
      const missing = wanted.filter(({ name }) => !applied.has(name));
      for (const migration of missing) await apply(transaction, migration);
      return missing.map(({ name }) => name);
    });

/**
 * Takes a lock with an arbitrary key that nothing else uses. On SQLite, the transaction itself is
 * the lock.
 */
const takeLock = async (database: Database): Promise<void> => {
  await sql`select pg_advisory_xact_lock(7275726170)`.execute(database);
};

const appliedMigrations = async (database: Database): Promise<Map<string, string>> => {
  await database.schema
    .createTable('applied_migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('applied_at', 'text', (column) => column.notNull())
    .execute();
  const applied = await database.selectFrom('applied_migrations').selectAll().execute();
  return new Map(applied.map(({ name, hash }) => [name, hash]));
};

const apply = async (database: Database, migration: Migration): Promise<void> => {
  const dialect = dialectOf(database);
  for (const statement of [...statementsOf(migration, dialect), ...(migration[dialect] ?? [])]) {
    await sql.raw(statement).execute(database);
  }
  await database
    .insertInto('applied_migrations')
    .values({
      name: migration.name,
      hash: hashOf(migration),
      applied_at: new Date().toISOString(),
    })
    .execute();
};

const statementsOf = (migration: Migration, dialect: Dialect): string[] =>
  migration.sql
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .map((statement) => (dialect === 'postgres' ? orderedByCode(statement) : statement));

/**
 * Makes columns sort by code point, as SQLite does, so that lists are the same on both databases.
 * By default, PostgreSQL sorts text by the language of the database.
 */
const orderedByCode = (statement: string): string =>
  statement.replaceAll(/^( {2}\w+|.* add column \w+) text\b/gm, '$1 text collate "C"');

/**
 * Returns the hash of a migration: without SQL for a single dialect, the hash of `sql` alone. Older
 * databases store that hash, because migrations had no SQL for a single dialect then.
 */
const hashOf = ({ sql: text, sqlite = [], postgres = [] }: Migration): string =>
  createHash('sha256')
    .update([text, ...sqlite, ...postgres].join('\n;\n'))
    .digest('hex');

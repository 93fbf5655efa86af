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

/** All migrations, in the order in which they are applied. */
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
 * Applies pending migrations in one transaction and returns their names. Only one process at a time can
 * do this. Throws if an applied migration was edited later or is unknown to this program, because the
 * tables would not match the code.
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
 * Takes a lock on PostgreSQL, so that only one process at a time migrates. The key is an arbitrary
 * number that nothing else uses. SQLite needs no such lock, because the transaction itself locks the
 * database.
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
 * Makes columns sort by code point, as SQLite does, so that lists have the same order on both databases.
 * By default, PostgreSQL sorts text by the locale of the database.
 */
const orderedByCode = (statement: string): string =>
  statement.replaceAll(/^( {2}\w+|.* add column \w+) text\b/gm, '$1 text collate "C"');

/**
 * Returns the hash of a migration, which shows whether the migration was edited later. If a migration
 * has only `sql`, this is the hash of `sql` alone, because databases contain such hashes from before
 * `sqlite` and `postgres` existed.
 */
const hashOf = ({ sql: text, sqlite = [], postgres = [] }: Migration): string =>
  createHash('sha256')
    .update([text, ...sqlite, ...postgres].join('\n;\n'))
    .digest('hex');

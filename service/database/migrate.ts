import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { dialectOf, type Dialect } from './dialect.ts';
import { tables } from './migrations/001-tables.ts';
import { wholeService } from './migrations/002-whole-service.ts';
import { deletedCollections } from './migrations/003-deleted-collections.ts';
import type { Database } from './schema.ts';

export type Migration = {
  name: string;
  /** Statements that both databases take; each ends with a semicolon at the end of a line. */
  sql: string;
  /** What follows on one of them alone, where they have no language in common: triggers. */
  sqlite?: readonly string[];
  postgres?: readonly string[];
};

/** In the order in which they are applied. */
const migrations: readonly Migration[] = [tables, wholeService, deletedCollections];

/**
 * Brings the database to the present schema and says which migrations that took. All of it is one
 * transaction, which no two programs are in at once. An applied migration that was edited since, or
 * one that this program does not know, stops it: the tables would not be what the code believes.
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

/** Any number that nothing else in the database takes a lock by. SQLite's transaction is one. */
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
 * PostgreSQL orders texts by the language of its database unless a column says otherwise; ours are
 * ordered by their characters' numbers, as SQLite does, so that a list is the same on both.
 */
const orderedByCode = (statement: string): string =>
  statement.replaceAll(/^( {2}\w+|.* add column \w+) text\b/gm, '$1 text collate "C"');

/** Of the first kind of migration it is that of its text alone, as it always was. */
const hashOf = ({ sql: text, sqlite = [], postgres = [] }: Migration): string =>
  createHash('sha256')
    .update([text, ...sqlite, ...postgres].join('\n;\n'))
    .digest('hex');

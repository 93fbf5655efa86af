import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { tables } from './migrations/001-tables.ts';
import type { Database } from './schema.ts';

/** `sql` holds statements that end with a semicolon at the end of a line. */
export type Migration = { name: string; sql: string };

/** In the order in which they are applied. */
const migrations: readonly Migration[] = [tables];

/**
 * Brings the database to the present schema; each migration is applied once, in a transaction of
 * its own. An applied migration that was edited since, or one that this program does not know,
 * stops it: the tables would not be what the code believes.
 */
export const migrate = async (
  database: Database,
  wanted: readonly Migration[] = migrations,
): Promise<void> => {
  await database.schema
    .createTable('applied_migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('applied_at', 'text', (column) => column.notNull())
    .execute();

  const applied = await database.selectFrom('applied_migrations').selectAll().execute();
  const known = new Map(wanted.map((migration) => [migration.name, hashOf(migration)]));
  for (const { name, hash } of applied) {
    const expected = known.get(name);
    if (!expected) throw new Error(`The database is newer than this program: it has ${name}`);
    if (expected !== hash) throw new Error(`Migration ${name} was edited after it was applied`);
  }

  const done = new Set(applied.map(({ name }) => name));
  for (const migration of wanted) {
    if (!done.has(migration.name)) await apply(database, migration);
  }
};

const apply = async (database: Database, migration: Migration): Promise<void> => {
  await database.transaction().execute(async (transaction) => {
    for (const statement of statementsOf(migration)) {
      await sql.raw(statement).execute(transaction);
    }
    await transaction
      .insertInto('applied_migrations')
      .values({
        name: migration.name,
        hash: hashOf(migration),
        applied_at: new Date().toISOString(),
      })
      .execute();
  });
};

const statementsOf = (migration: Migration): string[] =>
  migration.sql
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

const hashOf = (migration: Migration): string =>
  createHash('sha256').update(migration.sql).digest('hex');

import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { dialectOf } from '../database/dialect.ts';
import { migrate, migrations } from '../database/migrate.ts';
import type { Database } from '../database/schema.ts';
import { openSqlite } from '../database/sqlite.ts';
import { openEmptyDatabase, type TestDatabase } from './test-database.ts';

/**
 * Opens a copy of a database of an earlier version, and migrates it. `path` is a file with the SQL that
 * creates the SQLite database. On PostgreSQL, the migrations of the earlier version create the tables,
 * and only the rows come from this file.
 */
export const openEarlierDatabase = async (path: string, copy: string): Promise<TestDatabase> => {
  const text = readFileSync(path, 'utf8');
  const opened = await openEmptyDatabase();
  if (dialectOf(opened.database) === 'postgres') {
    await fillPostgres(opened.database, text);
    await migrate(opened.database);
    return opened;
  }
  await opened.close();
  const file = new DatabaseSync(copy);
  file.exec('pragma foreign_keys = off');
  file.exec(text);
  file.close();
  const database = openSqlite(copy);
  await migrate(database);
  return { database, close: async () => await database.destroy() };
};

const fillPostgres = async (database: Database, text: string): Promise<void> => {
  const inserts = text.split(/;\n(?=[A-Z]+ )/i).filter((each) => each.startsWith('INSERT'));
  const isOf = (table: string) => (insert: string) => insert.startsWith(`INSERT INTO "${table}"`);
  const applied = inserts.filter(isOf('applied_migrations')).join();
  const known = migrations.filter(({ name }) => applied.includes(`'${name}'`));
  await migrate(database, known);
  await database.transaction().execute(async (transaction) => {
    // Disables triggers for these inserts, because the rows already include their counts. This also
    // disables foreign keys, so that children can come before their parents.
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql`delete from record_chunks`.execute(transaction);
    for (const insert of inserts) {
      if (!isOf('applied_migrations')(insert)) await sql.raw(insert).execute(transaction);
    }
  });
};

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { openPostgres } from '../database/postgres.ts';
import type { Database } from '../database/schema.ts';
import { openSqlite } from '../database/sqlite.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the PostgreSQL server that the tests may make databases on; none where SQLite is tested. */
    postgresUrl?: string;
  }
}

type TestDatabase = { database: Database; close: () => Promise<void> };

/** A migrated database of its own, without a record. */
export const openTestDatabase = async (): Promise<TestDatabase> => {
  const opened = await openEmptyDatabase();
  await migrate(opened.database);
  return opened;
};

/** A database without a table: in memory, or on the PostgreSQL server of the tests. */
export const openEmptyDatabase = async (): Promise<TestDatabase> => {
  const server = inject('postgresUrl');
  const database =
    server === undefined
      ? openSqlite(':memory:')
      : openPostgres({
          url: await createPostgresDatabase(server),
          onLostConnection: () => undefined,
        });
  return { database, close: async () => await database.destroy() };
};

/** The URL of a new, empty database; it ends with its server. */
export const createPostgresDatabase = async (serverUrl: string): Promise<string> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const server = openPostgres({
    url: serverUrl,
    connections: 1,
    onLostConnection: () => undefined,
  });
  await sql.raw(`create database ${name}`).execute(server);
  await server.destroy();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
};

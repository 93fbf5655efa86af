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
  const opened = await openEmptyDatabase(migratedTemplate);
  await migrate(opened.database);
  return opened;
};

/** A database without a table: in memory, or on the PostgreSQL server of the tests. */
export const openEmptyDatabase = async (template = emptyTemplate): Promise<TestDatabase> => {
  const server = inject('postgresUrl');
  if (server === undefined) {
    const database = openSqlite(':memory:');
    return { database, close: async () => await database.destroy() };
  }
  const url = await createPostgresDatabase(server, template);
  const database = openPostgres({ url, onLostConnection: () => undefined });
  const close = async () => {
    await database.destroy();
    await onServer(server, `drop database ${nameOf(url)} with (force)`);
  };
  return { database, close };
};

/** The URL of a new database, by default an empty one; it ends with its server. */
export const createPostgresDatabase = async (
  serverUrl: string,
  template = emptyTemplate,
): Promise<string> => {
  const url = new URL(serverUrl);
  url.pathname = `/test_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, `create database ${nameOf(url.href)} template ${template}`);
  return url.href;
};

/** Makes the database that those of tests are copied from: migrating each anew takes longer. */
export const createMigratedTemplate = async (serverUrl: string): Promise<void> => {
  await onServer(serverUrl, `create database ${migratedTemplate}`);
  const url = new URL(serverUrl);
  url.pathname = `/${migratedTemplate}`;
  const database = openPostgres({ url: url.href, onLostConnection: () => undefined });
  await migrate(database);
  await database.destroy();
};

const emptyTemplate = 'template1';
const migratedTemplate = 'migrated';

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

const onServer = async (url: string, statement: string): Promise<void> => {
  const server = openPostgres({ url, connections: 1, onLostConnection: () => undefined });
  await sql.raw(statement).execute(server);
  await server.destroy();
};

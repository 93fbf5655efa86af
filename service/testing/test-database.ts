import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { openPostgres } from '../database/postgres.ts';
import type { Database } from '../database/schema.ts';
import { openSqlite } from '../database/sqlite.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server for test databases. Undefined when tests use SQLite. */
    postgresUrl?: string;
  }
}

export type TestDatabase = { database: Database; close: () => Promise<void> };

/** Opens a new, migrated database without records. */
export const openTestDatabase = async (): Promise<TestDatabase> => {
  const opened = await openEmptyDatabase(migratedTemplate);
  await migrate(opened.database);
  return opened;
};

/** The folder of a file system in memory, which exists only on Linux. */
const memory = '/dev/shm';

/** Opens a database without tables: in a file, or on the PostgreSQL server for tests. */
export const openEmptyDatabase = async (template = emptyTemplate): Promise<TestDatabase> => {
  const server = inject('postgresUrl');
  if (server === undefined) {
    const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'parapet-'));
    const database = openSqlite(join(folder, 'service.db'));
    const close = async () => {
      await database.destroy();
      rmSync(folder, { recursive: true });
    };
    return { database, close };
  }
  const url = await createPostgresDatabase(server, template);
  const database = openPostgres({ url, onLostConnection: () => undefined });
  const close = async () => {
    await database.destroy();
    await onServer(server, `drop database ${nameOf(url)} with (force)`);
  };
  return { database, close };
};

/**
 * Creates a database, empty by default, and returns its URL. The database exists until the server stops.
 */
export const createPostgresDatabase = async (
  serverUrl: string,
  template = emptyTemplate,
): Promise<string> => {
  const url = new URL(serverUrl);
  url.pathname = `/test_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, `create database ${nameOf(url.href)} template ${template}`);
  return url.href;
};

/**
 * Creates a migrated database as the template of test databases, because copying it is faster than
 * migrating each test database.
 */
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

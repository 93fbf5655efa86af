import { join } from 'node:path';
import { migrate } from '#service/database/migrate.ts';
import { openPostgres } from '#service/database/postgres.ts';
import { openSqlite } from '#service/database/sqlite.ts';
import { createUser, ensureOwner, issueApiToken } from '#service/provision.ts';
import { startPostgresServer } from '#service/testing/postgres-server.ts';
import { startServingProcess } from '#service/testing/serving-process.ts';
import type { Credentials } from '#shared/api/auth.ts';

export const databases = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof databases)[number];

type Location = { location: string; close: () => Promise<void> };

const openLocation: Record<DatabaseKind, (folder: string) => Promise<Location>> = {
  sqlite: (folder) =>
    Promise.resolve({ location: join(folder, 'service.db'), close: () => Promise.resolve() }),
  postgres: async () => {
    const { url, stop } = await startPostgresServer({ isDurable: false });
    return { location: url, close: stop };
  },
};

/**
 * Creates credentials for each person. The first and third person are one user on two machines, and the
 * second is another user, because sync treats these cases differently.
 */
const provision = async (
  kind: DatabaseKind,
  location: string,
  people: readonly string[],
): Promise<Map<string, Credentials>> => {
  const database =
    kind === 'sqlite'
      ? openSqlite(location)
      : openPostgres({ url: location, onLostConnection: () => undefined });
  await migrate(database);
  const [ann, bob] = [
    { email: 'ann@example.org', firstName: 'Ann', lastName: 'Lee' },
    { email: 'bob@example.org', firstName: 'Bob', lastName: 'Ray' },
  ];
  const owner = await ensureOwner(database, ann);
  const other = await createUser(database, { ...bob, role: 'super_admin', scopes: [] });
  const given = new Map<string, Credentials>();
  for (const [index, who] of people.entries()) {
    const { id: userId } = index % 2 === 0 ? owner : other;
    const token = { userId, name: who, scopes: ['*:read', '*:write'] };
    given.set(who, await issueApiToken(database, token));
  }
  await database.destroy();
  return given;
};

/**
 * Starts the real service in a process of its own, which can be killed and restarted on its database.
 */
export const openRestartedService = async (
  kind: DatabaseKind,
  folder: string,
  people: readonly string[],
) => {
  const { location, close } = await openLocation[kind](folder);
  const credentials = await provision(kind, location, people);
  let running = await startServingProcess(location);

  return {
    credentials,
    /** The present address, without a path. */
    target: (): string => new URL(running.url).origin,
    url: (): string => running.url,
    restart: async (): Promise<void> => {
      await running.kill();
      running = await startServingProcess(location);
    },
    close: async (): Promise<void> => {
      await running.kill();
      await close();
    },
  };
};

export type RestartedService = Awaited<ReturnType<typeof openRestartedService>>;

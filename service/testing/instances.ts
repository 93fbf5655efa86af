import { migrate } from '../database/migrate.ts';
import { openPostgres } from '../database/postgres.ts';
import type { Database } from '../database/schema.ts';
import { listen } from '../http.ts';
import { createService } from '../service.ts';
import { startServingProcess } from './serving-process.ts';
import { createPostgresDatabase } from './test-database.ts';

export type Instances = {
  /** Of the API of each. */
  urls: string[];
  database: Database;
  stop: () => Promise<void>;
};

type Instance = { url: string; stop: () => Promise<void> };

const open = (url: string): Database => openPostgres({ url, onLostConnection: () => undefined });

const inThisProcess = async (databaseUrl: string, now: () => Date): Promise<Instance> => {
  const database = open(databaseUrl);
  const logger = { info: () => undefined, error: () => undefined };
  const listener = await listen(createService({ database, logger, now }), { port: 0 });
  const stop = async () => {
    await listener.close();
    await database.destroy();
  };
  return { url: `${listener.url}/api/v1`, stop };
};

const inItsOwnProcess = async (databaseUrl: string): Promise<Instance> => {
  const { url, kill } = await startServingProcess(databaseUrl);
  return { url, stop: kill };
};

export type Place = 'in one process' | 'in processes of their own';

/**
 * Three instances of the service on one new database, each with connections of its own; `now` is
 * the clock of those in this process.
 */
export const startInstances = async (
  serverUrl: string,
  place: Place,
  now = () => new Date(),
): Promise<Instances> => {
  const databaseUrl = await createPostgresDatabase(serverUrl);
  const database = open(databaseUrl);
  await migrate(database);
  const start = async () =>
    place === 'in one process'
      ? await inThisProcess(databaseUrl, now)
      : await inItsOwnProcess(databaseUrl);
  const instances = await Promise.all([start(), start(), start()]);
  return {
    urls: instances.map(({ url }) => url),
    database,
    stop: async () => {
      await Promise.all(instances.map(async ({ stop }) => await stop()));
      await database.destroy();
    },
  };
};

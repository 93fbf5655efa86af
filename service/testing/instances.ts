import { migrate } from '../database/migrate.ts';
import { openPostgres } from '../database/postgres.ts';
import type { Database } from '../database/schema.ts';
import type { Timeouts } from '../database/timeouts.ts';
import { listen } from '../http.ts';
import { createService } from '../service.ts';
import { startServingProcess } from './serving-process.ts';
import { createPostgresDatabase } from './test-database.ts';

export type Instances = {
  /** The API URL of each instance. */
  urls: string[];
  database: Database;
  stop: () => Promise<void>;
};

type Instance = { url: string; stop: () => Promise<void> };

const open = (url: string, timeouts?: Timeouts): Database =>
  openPostgres({ url, onLostConnection: () => undefined, ...(timeouts && { timeouts }) });

type Setting = {
  /** The clock of instances in this process. */
  now?: () => Date;
  count?: number;
  timeouts?: Timeouts;
};

const inThisProcess = async (
  databaseUrl: string,
  { now = () => new Date(), timeouts }: Setting,
): Promise<Instance> => {
  const database = open(databaseUrl, timeouts);
  const logger = { info: () => undefined, error: () => undefined };
  const listener = await listen(createService({ database, logger, now, steadyNow: now }), {
    port: 0,
  });
  const stop = async () => {
    await listener.close();
    await database.destroy();
  };
  return { url: `${listener.url}/api/v1`, stop };
};

const inItsOwnProcess = async (databaseUrl: string, { timeouts }: Setting): Promise<Instance> => {
  const { url, kill } = await startServingProcess(databaseUrl, timeouts);
  return { url, stop: kill };
};

export type Deployment = 'in one process' | 'in processes of their own';

/** Starts instances of the service on one new database, each with its own connections. */
export const startInstances = async (
  serverUrl: string,
  deployment: Deployment,
  { count = 3, ...setting }: Setting = {},
): Promise<Instances> => {
  const databaseUrl = await createPostgresDatabase(serverUrl);
  const database = open(databaseUrl);
  await migrate(database);
  const start = deployment === 'in one process' ? inThisProcess : inItsOwnProcess;
  const instances = await Promise.all(
    Array.from({ length: count }, async () => await start(databaseUrl, setting)),
  );
  return {
    urls: instances.map(({ url }) => url),
    database,
    stop: async () => {
      await Promise.all(instances.map(async ({ stop }) => await stop()));
      await database.destroy();
    },
  };
};

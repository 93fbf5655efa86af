import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from './app.ts';

/** Ends the process of the app's service, if there is one; the app starts it again by itself. */
const endService = async ({ application }: App): Promise<void> => {
  const pid = await application.evaluate(
    ({ app }) => app.getAppMetrics().find(({ name }) => name === 'Parapet service')?.pid,
  );
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
};

const suffixes = ['', '-wal', '-shm'];

const move = (from: string, to: string): void => {
  for (const suffix of suffixes) {
    if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix);
  }
};

/**
 * Takes the app's service away: where its database was there is something that is none, until
 * `bringBack`. `database` is where it is meanwhile.
 */
export const stopService = async (app: App, profile: string) => {
  const path = join(profile, 'service.db');
  const database = join(profile, 'meanwhile.db');
  await endService(app);
  move(path, database);
  mkdirSync(path);
  return {
    database,
    bringBack: async (): Promise<void> => {
      rmdirSync(path);
      move(database, path);
      await endService(app);
    },
  };
};

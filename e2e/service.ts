import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type App } from './app.ts';

/** Returns the process of the app's service, or 0. It starts after the window. */
export const servicePid = async ({ application }: App): Promise<number> =>
  await application.evaluate(
    ({ app }) => app.getAppMetrics().find(({ name }) => name === 'Parapet service')?.pid ?? 0,
  );

/** Ends the process of the app's service, if there is one. The app restarts it. */
const endService = async (app: App): Promise<void> => {
  const pid = await servicePid(app);
  // 0 would be this process and all that belong to it.
  if (pid > 0) process.kill(pid, 'SIGKILL');
};

const suffixes = ['', '-wal', '-shm'];

const move = (from: string, to: string): void => {
  for (const suffix of suffixes) {
    if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix);
  }
};

/**
 * Makes the app's service fail until `bringBack` is called, by replacing its database with an
 * invalid file. `database` is the new path of the real one.
 */
export const stopService = async (app: App, profile: string) => {
  const path = join(profile, 'service.db');
  const database = join(profile, 'meanwhile.db');
  await expect.poll(() => servicePid(app)).toBeGreaterThan(0);
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

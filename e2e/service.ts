import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type App } from './app.ts';
import { syncNow } from './sync.ts';

/** Waits until the app's service runs, and returns its process ID. The service starts after the window. */
export const servicePid = async ({ application }: App): Promise<number> => {
  let pid = 0;
  const readPid = async (): Promise<number> => {
    pid = await application.evaluate(
      ({ app }) => app.getAppMetrics().find(({ name }) => name === 'Parapet service')?.pid ?? 0,
    );
    return pid;
  };
  await expect.poll(readPid).toBeGreaterThan(0);
  return pid;
};

const suffixes = ['', '-wal', '-shm'];

const move = (from: string, to: string): void => {
  for (const suffix of suffixes) {
    if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix);
  }
};

/**
 * Makes the app's service fail until `bringBack` is called, by replacing its database with a folder.
 * `database` is the new path of the real database.
 */
export const stopService = async (app: App, profile: string) => {
  const path = join(profile, 'service.db');
  const database = join(profile, 'meanwhile.db');
  process.kill(await servicePid(app), 'SIGKILL');
  move(path, database);
  mkdirSync(path);
  return {
    database,
    bringBack: async (): Promise<void> => {
      rmdirSync(path);
      move(database, path);
      await syncNow(app);
    },
  };
};

import { existsSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * SQLite keeps the latest writes in a log next to the file (`-wal`); `-shm` is an index of that
 * log.
 */
const parts = ['-wal', '-shm', ''] as const;

/**
 * Renames an unreadable store with the date; nothing is deleted. The log is renamed first: a file
 * without its log is merely older, but a log without its file would be applied to the next file.
 */
export const renameUnreadable = (path: string, at: Date): string => {
  const target = freeName(path, at.toISOString().slice(0, 19).replaceAll(':', '-'));
  for (const part of parts) {
    if (existsSync(`${path}${part}`)) renameSync(`${path}${part}`, `${target}${part}`);
  }
  return target;
};

const freeName = (path: string, time: string): string => {
  const name = basename(path, '.db');
  const named = (count: number): string =>
    join(dirname(path), `${name}.set-aside-${time}${count === 0 ? '' : `-${count}`}.db`);
  let count = 0;
  while (parts.some((part) => existsSync(`${named(count)}${part}`))) count += 1;
  return named(count);
};

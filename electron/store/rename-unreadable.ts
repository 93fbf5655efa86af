import { existsSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The suffixes of a store's files. SQLite keeps the latest writes in a write-ahead log (`-wal`); `-shm`
 * is an index of this log.
 */
const parts = ['-wal', '-shm', ''] as const;

/**
 * Renames an unreadable store, and returns the new path, which contains the date. Nothing is deleted.
 * The log is renamed first, because the app may end between two renames. A store without its log only
 * lacks the latest writes. But if only the log stayed at the old path, SQLite would apply it to the next
 * store at that path.
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

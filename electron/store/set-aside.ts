import { existsSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** SQLite keeps what was written last in a log beside the file; an index of that is the third. */
const parts = ['-wal', '-shm', ''] as const;

/**
 * Gives a store that cannot be read a name with the date, and nothing is ever deleted of it. Its log
 * goes first: without it the file is merely older, while a log alone would be taken for that of the
 * file that is made next.
 */
export const setAside = (path: string, at: Date): string => {
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

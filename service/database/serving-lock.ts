import { realpathSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Thrown when another process serves the same database file. */
export class AlreadyServed extends Error {
  override readonly name = 'AlreadyServed';
}

/**
 * Locks a database file, so that no other service uses it until this process ends or releases the lock.
 * Each service has its queue of writes in memory, so the writes of two services would not wait in one
 * queue, and could fail because the other service holds SQLite's write lock. The lock is on an empty
 * file beside the database, so that other programs can still use the database. The operating system
 * releases the lock after a crash.
 * @throws AlreadyServed
 */
export const lockForServing = (path: string): { release: () => void } => {
  const lock = new DatabaseSync(`${realpathSync(path)}.serve-lock`, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    throw new AlreadyServed('another process serves this database', { cause: error });
  }
  return { release: () => lock.close() };
};

import { realpathSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Thrown when another process serves the same database file. */
export class AlreadyServed extends Error {
  override readonly name = 'AlreadyServed';
}

/**
 * Prevents a second service on a database file until this process ends or releases the lock. Each
 * service keeps its queues in memory, so two would get in each other's way. This is a lock of the
 * operating system, which a crash cannot leave behind, on an empty file beside the database. Other
 * programs may use the database itself.
 *
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

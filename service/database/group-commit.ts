import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './schema.ts';

type Waiting = {
  write: (transaction: Database) => Promise<void>;
  /** It is on the disk. */
  resolve: () => void;
  reject: (error: unknown) => void;
};

/** Enough for the disk not to matter; more would keep the first of them waiting for the last. */
const mostTogether = 100;

const queues = new WeakMap<Database, Waiting[]>();

/**
 * Writes that arrive together are committed together: on SQLite each commit waits for the disk,
 * several milliseconds in which nothing else is served, however little was written. Each write is
 * still all or nothing by itself, sees those before it, and is done only once it is on the disk.
 */
export const writingTogether = async <Result>(
  database: Database,
  write: (transaction: Database) => Promise<Result>,
): Promise<Result> => {
  const queue = queues.get(database) ?? [];
  queues.set(database, queue);
  return await new Promise<Result>((resolve, reject) => {
    let keep = () => reject(new Error('the write was not run'));
    const one: Waiting = {
      write: async (transaction) => {
        const result = await write(transaction);
        keep = () => resolve(result);
      },
      resolve: () => keep(),
      reject,
    };
    if (queue.push(one) === 1) void commitQueue(database, queue);
  });
};

const commitQueue = async (database: Database, queue: Waiting[]): Promise<void> => {
  // Those whose requests have arrived by now come to the queue first.
  await setImmediate();
  const together = queue.slice(0, mostTogether);
  const written: Waiting[] = [];
  try {
    await database.transaction().execute(async (transaction) => {
      for (const waiting of together) {
        if (await writeOne(transaction, waiting)) written.push(waiting);
      }
    });
    for (const { resolve } of written) resolve();
  } catch (error) {
    for (const { reject } of together) reject(error);
  }
  queue.splice(0, together.length);
  if (queue.length > 0) void commitQueue(database, queue);
};

/** False for a write that failed: what it did is undone, and its caller told. */
const writeOne = async (transaction: Database, { write, reject }: Waiting): Promise<boolean> => {
  await sql`savepoint one_write`.execute(transaction);
  try {
    await write(transaction);
    await sql`release savepoint one_write`.execute(transaction);
    return true;
  } catch (error) {
    await sql`rollback to savepoint one_write`.execute(transaction);
    await sql`release savepoint one_write`.execute(transaction);
    reject(error);
    return false;
  }
};

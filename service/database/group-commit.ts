import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './schema.ts';

type Waiting = {
  write: (transaction: Database) => Promise<void>;
  /** Called when the write is on the disk. */
  resolve: () => void;
  reject: (error: unknown) => void;
};

/**
 * The most writes in one commit. The time of a commit is already negligible for each write when so many
 * writes share it. With more writes, the first write would wait too long for the last one.
 */
const maxGroupSize = 100;

const queues = new WeakMap<Database, Waiting[]>();

/**
 * Runs a write in one transaction with other writes that arrive at the same time, because on SQLite each
 * commit waits several milliseconds for the disk, and nothing else is served meanwhile. Each write is
 * still atomic and sees the writes before it. Its promise resolves only when the write is on the disk.
 */
export const writingTogether = async <Result>(
  database: Database,
  write: (transaction: Database) => Promise<Result>,
): Promise<Result> => {
  const queue = queues.get(database) ?? [];
  queues.set(database, queue);
  return await new Promise<Result>((resolve, reject) => {
    let finish = () => reject(new Error('the write was not run'));
    const one: Waiting = {
      write: async (transaction) => {
        const result = await write(transaction);
        finish = () => resolve(result);
      },
      resolve: () => finish(),
      reject,
    };
    if (queue.push(one) === 1) void commitQueue(database, queue);
  });
};

const commitQueue = async (database: Database, queue: Waiting[]): Promise<void> => {
  // Lets requests that have already arrived add their writes to the queue.
  await setImmediate();
  const together = queue.slice(0, maxGroupSize);
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

/**
 * Runs a write in a savepoint. If the write fails, rejects the promise of its caller and returns false.
 */
const writeOne = async (transaction: Database, { write, reject }: Waiting): Promise<boolean> => {
  const outcome = await inSavepoint(transaction, write);
  if (!outcome.isWritten) reject(outcome.error);
  return outcome.isWritten;
};

/**
 * Runs a write as an atomic part of a transaction. The write is stored when that transaction commits.
 */
export const writingWithin = async <Result>(
  transaction: Database,
  write: (transaction: Database) => Promise<Result>,
): Promise<Result> => {
  const outcome = await inSavepoint(transaction, write);
  if (!outcome.isWritten) throw outcome.error;
  return outcome.result;
};

type Outcome<Result> = { isWritten: true; result: Result } | { isWritten: false; error: unknown };

/**
 * Runs a write in a savepoint, and rolls back only the savepoint if the write fails. Throws only if the
 * whole transaction is lost.
 */
const inSavepoint = async <Result>(
  transaction: Database,
  write: (transaction: Database) => Promise<Result>,
): Promise<Outcome<Result>> => {
  await sql`savepoint one_write`.execute(transaction);
  try {
    const result = await write(transaction);
    await sql`release savepoint one_write`.execute(transaction);
    return { isWritten: true, result };
  } catch (error) {
    try {
      await sql`rollback to savepoint one_write`.execute(transaction);
      await sql`release savepoint one_write`.execute(transaction);
    } catch {
      // The savepoint no longer exists, because SQLite has rolled back the whole transaction, for
      // example when the disk was full. So all writes of the transaction have failed.
      throw error;
    }
    return { isWritten: false, error };
  }
};

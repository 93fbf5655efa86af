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
 * With this many writes in one commit, the cost of the disk no longer matters. With more, the first write
 * would wait too long for the last.
 */
const maxGroupSize = 100;

const queues = new WeakMap<Database, Waiting[]>();

/**
 * Commits writes that arrive together in one transaction. On SQLite each commit waits several
 * milliseconds for the disk, however little was written, and nothing else is served meanwhile. Each
 * write is still atomic, sees the writes before it, and resolves only when it is on the disk.
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

/** Returns false and rejects the caller's promise when the write failed. */
const writeOne = async (transaction: Database, { write, reject }: Waiting): Promise<boolean> => {
  const outcome = await inSavepoint(transaction, write);
  if (!outcome.isWritten) reject(outcome.error);
  return outcome.isWritten;
};

/** Runs a write as an atomic part of a transaction. The write is stored when the transaction commits. */
export const writingWithin = async <Result>(
  transaction: Database,
  write: (transaction: Database) => Promise<Result>,
): Promise<Result> => {
  const outcome = await inSavepoint(transaction, write);
  if (!outcome.isWritten) throw outcome.error;
  return outcome.result;
};

type Outcome<Result> = { isWritten: true; result: Result } | { isWritten: false; error: unknown };

/** Rolls back a failed write. Throws only when the whole transaction is lost. */
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
      // A full disk has rolled back the whole transaction, including the savepoint.
      throw error;
    }
    return { isWritten: false, error };
  }
};

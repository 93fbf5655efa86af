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

/** False for a write that failed: its caller is told. */
const writeOne = async (transaction: Database, { write, reject }: Waiting): Promise<boolean> => {
  const outcome = await inSavepoint(transaction, write);
  if (!outcome.isWritten) reject(outcome.error);
  return outcome.isWritten;
};

/** A write that is all or nothing by itself, and is committed with the transaction it is part of. */
export const writingWithin = async <Result>(
  transaction: Database,
  write: (transaction: Database) => Promise<Result>,
): Promise<Result> => {
  const outcome = await inSavepoint(transaction, write);
  if (!outcome.isWritten) throw outcome.error;
  return outcome.result;
};

type Outcome<Result> = { isWritten: true; result: Result } | { isWritten: false; error: unknown };

/** Undoes what a failed write did. Throws only when the whole transaction is lost. */
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
    await sql`rollback to savepoint one_write`.execute(transaction);
    await sql`release savepoint one_write`.execute(transaction);
    return { isWritten: false, error };
  }
};

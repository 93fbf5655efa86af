import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { ReadSnapshots } from './read-snapshots.ts';
import type { createReadings } from './readings.ts';
import { StoreFailure } from './store-failure.ts';

type Readings = ReturnType<typeof createReadings> & ReadSnapshots;
type What = keyof Readings;
type Input<Of extends What> = Parameters<Readings[Of]>[0];
type Output<Of extends What> = ReturnType<Readings[Of]>;
type Job = {
  what: What;
  input: unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  signal: AbortSignal | undefined;
};

const answer = z.object({
  id: z.number(),
  value: z.unknown().optional(),
  error: z.string().optional(),
});

type Location = { entry: string; path: string };

/**
 * Returns a client of the thread that reads a store (`store-reader.ts`). The thread starts with the
 * first question, and again if it has ended. Questions are sent one at a time, so a question that is
 * canceled before its turn is never sent.
 */
export const createReadingThread = ({ entry, path }: Location) => {
  let worker: Worker | null = null;
  let running: (Job & { id: number }) | null = null;
  let count = 0;
  const waiting: Job[] = [];

  const started = (): Worker => {
    const thread = new Worker(entry, { workerData: { path } });
    thread.unref();
    thread.on('message', (message: unknown) => {
      const { id, value, error } = answer.parse(message);
      if (running?.id !== id) return;
      const job = running;
      running = null;
      if (error === undefined) job.resolve(value);
      else job.reject(new StoreFailure('unreadable', error));
      next();
    });
    const ended = (error: unknown): void => {
      if (worker !== thread) return;
      worker = null;
      running?.reject(error);
      running = null;
      next();
    };
    thread.once('error', ended);
    thread.once('exit', () => ended(new StoreFailure('unreadable', 'The reading was ended.')));
    return thread;
  };

  const next = (): void => {
    while (!running) {
      const job = waiting.shift();
      if (!job) return;
      if (job.signal?.aborted) {
        job.reject(job.signal.reason);
        continue;
      }
      count += 1;
      running = { ...job, id: count };
      worker ??= started();
      worker.postMessage({ id: count, what: job.what, input: job.input });
    }
  };

  return {
    ask: async <Of extends What>(
      what: Of,
      input: Input<Of>,
      signal?: AbortSignal,
    ): Promise<Output<Of>> =>
      await new Promise((resolve, reject) => {
        // The thread runs the function with the name `what`, so the value has this type.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        const resolveOutput = (value: unknown): void => resolve(value as Output<Of>);
        waiting.push({ what, input, resolve: resolveOutput, reject, signal });
        next();
      }),

    /** Ends the thread and rejects all questions without an answer. */
    close: (): void => {
      const thread = worker;
      worker = null;
      const left = [...(running ? [running] : []), ...waiting.splice(0)];
      running = null;
      for (const { reject } of left)
        reject(new StoreFailure('unreadable', 'The store was closed.'));
      void thread?.terminate();
    },
  };
};

export type ReadingThread = ReturnType<typeof createReadingThread>;

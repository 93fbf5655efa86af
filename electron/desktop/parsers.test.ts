import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { FuzzJob } from './testing/fuzz-worker.ts';
import { parsers } from './testing/parsers.ts';

/** The limits for reading one text of up to 40,000 characters: the CPU time, and the memory in use. */
const budget = { ms: 1000, megabytes: 200 };

/**
 * The interval, in ms, between two checks of the worker. The worker counts as hanging if it has started
 * no other text since the previous check.
 */
const hangMs = 30_000;

const runs = Number(process.env.PARAPET_FUZZ_RUNS ?? 40);
/** The second seed differs for each commit, so that each commit is tested with other texts. */
const seeds = [1, Number(process.env.PARAPET_SEED)];

const outcomes = z.object({ name: z.string(), failure: z.string().nullable() });
type Outcome = z.infer<typeof outcomes>;

/** Runs the parsers in a separate thread, because a thread has a memory limit and can be ended. */
const fuzz = (seed: number): Promise<Outcome[]> =>
  new Promise((resolve, reject) => {
    const begun = new Int32Array(new SharedArrayBuffer(4));
    const job: FuzzJob = { seed, runs, budgetMs: budget.ms, begun };
    const worker = new Worker(new URL('./testing/fuzz-worker.ts', import.meta.url), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: budget.megabytes },
    });
    const found: Outcome[] = [];
    const progress = (): string => `after ${found.length} parsers, text ${begun[0]}`;
    let before = -1;
    const watch = setInterval(() => {
      const [now = 0] = begun;
      if (now === before) reject(new Error(`never read: ${progress()}`));
      if (now === before) void worker.terminate();
      before = now;
    }, hangMs);
    worker.on('message', (outcome) => found.push(outcomes.parse(outcome)));
    worker.once('error', (error) => reject(new Error(`${progress()}: ${String(error)}`)));
    worker.once('exit', () => {
      clearInterval(watch);
      resolve(found);
    });
  });

/** The time limit of a whole test. A hanging parser ends much earlier, after `hangMs`. */
const timeoutMs = Math.max(600_000, runs * 10_000);

it.each(seeds)(
  'every text is read or refused within its budget (seed %i)',
  async (seed) => {
    const expected = Object.keys(parsers).map((name) => ({ name, failure: null }));
    expect(await fuzz(seed)).toEqual(expected);
  },
  timeoutMs,
);

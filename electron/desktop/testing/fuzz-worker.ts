import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { z } from 'zod';
import { parsers, type Parser } from './parsers.ts';

export const fuzzJob = z.object({
  seed: z.int(),
  /** The number of texts for each parser. */
  runs: z.int(),
  /** The CPU time that reading one text may take, in ms. */
  budgetMs: z.int(),
  /** The number of texts that were started so far, in shared memory. */
  begun: z.instanceof(Int32Array<SharedArrayBuffer>),
});
export type FuzzJob = z.infer<typeof fuzzJob>;

/** Returns the CPU time of this thread, so that other load on the machine does not count. */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Lets a parser read each text within the CPU budget. Returns the failure, or `null`. */
const failureOf = ({ texts, worst = [], read }: Parser, job: FuzzJob): string | null => {
  // The first run includes compilation, so it is not measured.
  read('');
  const property = fc.property(texts, (text) => {
    Atomics.add(job.begun, 0, 1);
    const start = cpuMs();
    read(text);
    const took = cpuMs() - start;
    if (took > job.budgetMs) throw new Error(`${text.length} characters took ${took} ms`);
  });
  const { seed, runs: numRuns } = job;
  const examples = worst.map((text): [string] => [text]);
  const details = fc.check(property, { seed, numRuns, examples, endOnFailure: true });
  const { failed, errorInstance, counterexample } = details;
  return failed
    ? `${String(errorInstance)}: ${JSON.stringify(counterexample).slice(0, 500)}`
    : null;
};

const job = fuzzJob.parse(workerData);
for (const [name, parser] of Object.entries(parsers)) {
  parentPort?.postMessage({ name, failure: failureOf(parser, job) });
}

import { fork, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { usualLength } from './plan.ts';
import type { Report, Task } from './simulate-worker.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    plain: { type: 'boolean', default: false },
    /**
     * The duration of the run, in minutes. Without this option and without `seeds`, the run has 50
     * seeds.
     */
    minutes: { type: 'string' },
    /** The number of events in a plan. */
    events: { type: 'string', default: String(usualLength) },
    /** The numbers of the events to run, as a failure prints them. */
    keep: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
    /** The longest time for the shortening of each failure, in seconds. */
    shorten: { type: 'string', default: '60' },
  },
});

const longest = 1500;
let until =
  values.minutes === undefined ? Infinity : performance.now() + Number(values.minutes) * 60_000;
const seeds = Number(values.seeds ?? (values.minutes === undefined ? 50 : Infinity));
const eventNumbers = values.keep?.split(',').map(Number) ?? null;
const length = Number(values.events);
const first = Number(values.from);
let next = first;
let passed = 0;
let failed = 0;

const print = ({ seed, broken, brokenShortened, trace, eventNumbers: remaining }: Report): void => {
  const plain = values.plain ? ' --plain' : '';
  const events = length === usualLength ? '' : ` --events ${length}`;
  const again = `npm run simulate -- --seeds 1 --from ${seed}${plain}${events}`;
  const violations = (all: string[]): string[] => all.map((each) => `  ${each.slice(0, longest)}`);
  console.log(
    [
      `seed ${seed}`,
      ...violations(broken),
      `shortened to ${remaining.length} events:`,
      ...violations(brokenShortened),
      ...trace.map((line) => line.slice(0, longest)),
      `repeat it with:       ${again}`,
      `repeat it shortened:  ${again} --keep ${remaining.join(',')}`,
      '',
    ].join('\n'),
  );
};

const taskFor = (seed: number): Task => ({
  seed,
  isPlain: values.plain,
  length,
  eventNumbers,
  shortenMs: eventNumbers ? 0 : Number(values.shorten) * 1000,
});

const reportOf = (worker: ChildProcess, task: Task): Promise<Report> =>
  new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error(`the worker that played seed ${task.seed} ended`));
    worker.once('exit', ended);
    worker.once('message', (report: Report) => {
      worker.off('exit', ended);
      resolve(report);
    });
    worker.send(task);
  });

const work = async (worker: ChildProcess): Promise<void> => {
  while (next < first + seeds && performance.now() < until) {
    const task = taskFor(next);
    next += 1;
    const report = await reportOf(worker, task);
    if (report.broken.length === 0) passed += 1;
    else {
      failed += 1;
      print(report);
    }
  }
  worker.disconnect();
};

/**
 * Ends the run when the seeds in progress are finished, and prints the result. A second signal ends the
 * run at once.
 */
const stop = (): void => {
  until = 0;
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);

const workers = Array.from({ length: Math.min(Number(values.workers), seeds) }, () =>
  fork(join(import.meta.dirname, 'simulate-worker.ts')),
);
await Promise.all(workers.map(work));
console.log(`${passed} passed, ${failed} failed, seeds ${first} to ${next - 1}`);
process.exitCode = failed > 0 ? 1 : 0;

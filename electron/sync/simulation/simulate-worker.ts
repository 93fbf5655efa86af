import { planOf } from './plan.ts';
import { outcomeOf, shorten } from './shorten.ts';

// simulate.ts starts this program in separate processes. It runs the seeds that it receives, one after
// another.

export type Task = {
  seed: number;
  isPlain: boolean;
  length: number;
  eventNumbers: number[] | null;
  shortenMs: number;
};
export type Report = {
  seed: number;
  broken: string[];
  /** The violations of the shortened plan. They may name other words than those in `broken`. */
  brokenShortened: string[];
  trace: string[];
  eventNumbers: number[];
};

const play = async ({ eventNumbers, shortenMs, ...meaning }: Task): Promise<Report> => {
  const whole = planOf(meaning);
  const events = whole.events.filter(
    ({ number }) => eventNumbers === null || eventNumbers.includes(number),
  );
  const plan = { ...whole, events };
  const outcome = await outcomeOf(plan);
  const isWell = outcome.broken.length === 0;
  const shortest = isWell ? { plan, outcome } : await shorten(plan, outcome, shortenMs);
  const remaining = shortest.plan.events.map(({ number }) => number);
  return {
    seed: meaning.seed,
    broken: outcome.broken,
    brokenShortened: shortest.outcome.broken,
    trace: isWell ? [] : shortest.outcome.trace,
    eventNumbers: remaining,
  };
};

// Ctrl+C reaches all processes of a terminal. This process ignores it and ends when simulate.ts
// disconnects.
process.on('SIGINT', () => {});

process.on('message', (task: Task) => {
  void play(task).then((report) => process.send?.(report));
});

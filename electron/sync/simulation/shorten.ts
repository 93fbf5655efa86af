import type { Event, Plan } from './plan.ts';
import { simulate, type Outcome } from './simulation.ts';

export type Shortened = { plan: Plan; outcome: Outcome };

/** Returns the name of a violated law, which is the text before the colon. */
const lawOf = (broken: string): string => broken.slice(0, broken.indexOf(':'));

/** Runs a plan. An error counts as a violation. */
export const outcomeOf = async (plan: Plan): Promise<Outcome> => {
  try {
    return await simulate(plan);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { broken: [`error: ${text}`], trace: [], requests: 0 };
  }
};

const without = (events: readonly Event[], from: number, count: number): Event[] => [
  ...events.slice(0, from),
  ...events.slice(from + count),
];

/**
 * Removes events from the plan, many at a time and then fewer, as long as the law that `failed` names
 * first is still violated (delta debugging). Ends when no single event can be removed, or after
 * `milliseconds`.
 */
export const shorten = async (
  plan: Plan,
  failed: Outcome,
  milliseconds: number,
): Promise<Shortened> => {
  const until = performance.now() + milliseconds;
  const law = lawOf(failed.broken[0] ?? '');
  let shortest: Shortened = { plan, outcome: failed };

  const tryWithout = async (from: number, count: number): Promise<boolean> => {
    const fewer = { ...plan, events: without(shortest.plan.events, from, count) };
    const outcome = await outcomeOf(fewer);
    if (!outcome.broken.some((each) => lawOf(each) === law)) return false;
    shortest = { plan: fewer, outcome };
    return true;
  };

  for (let size = Math.ceil(plan.events.length / 2); size >= 1; size = Math.floor(size / 2)) {
    // Begins at the end, so that events after the violation are removed first.
    for (let from = shortest.plan.events.length - size; from > -size; from -= size) {
      if (performance.now() > until) return shortest;
      await tryWithout(Math.max(0, from), size);
    }
  }
  return shortest;
};

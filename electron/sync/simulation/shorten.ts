import type { Event, Plan } from './plan.ts';
import { simulate, type Outcome } from './simulation.ts';

export type Shortened = { plan: Plan; outcome: Outcome };

/** The name of the law stands before the colon. */
const lawOf = (broken: string): string => broken.slice(0, broken.indexOf(':'));

/** Plays a plan. An error counts as a violation, too. */
export const outcomeOf = async (plan: Plan): Promise<Outcome> => {
  try {
    return await simulate(plan);
  } catch (error) {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { broken: [`error: ${said}`], trace: [], requests: 0 };
  }
};

const without = (events: readonly Event[], from: number, count: number): Event[] => [
  ...events.slice(0, from),
  ...events.slice(from + count),
];

/**
 * Leaves out events, many at a time and then fewer, as long as the first law that was broken still
 * is (delta debugging). Ends when no single event can be left out, or when the time is over.
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
    // From the end: what comes after the fault goes first.
    for (let from = shortest.plan.events.length - size; from > -size; from -= size) {
      if (performance.now() > until) return shortest;
      await tryWithout(Math.max(0, from), size);
    }
  }
  return shortest;
};

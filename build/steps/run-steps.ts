import { availableParallelism } from 'node:os';
import type { Counts, Outcome, Step } from './step.ts';

export type NamedOutcome = Outcome & { name: string };

/**
 * The maximum number of steps that run at once. Most tools use two threads, so running more steps at
 * once would not be faster.
 */
const AT_ONCE = Math.max(2, Math.floor(availableParallelism() / 2));

/** Runs all steps, some of them at once, even if a step fails. Prints a line for each finished step. */
export async function runSteps(steps: readonly Step[]): Promise<NamedOutcome[]> {
  const waiting = [...steps];
  const width = Math.max(...steps.map(({ name }) => name.length));
  const outcomes: NamedOutcome[] = [];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const started = performance.now();
      const outcome = await step.run();
      outcomes.push({ ...outcome, name: step.name });
      print(step.name.padEnd(width), (performance.now() - started) / 1000, outcome);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

function print(name: string, seconds: number, outcome: Outcome) {
  const { passed, failed, skipped, output, note } = outcome;
  const sign = failed > 0 ? '✗' : passed > 0 ? '✓' : '-';
  const counts = passed + failed + skipped > 1 ? `  ${inWords({ passed, failed, skipped })}` : '';
  const remark = note === undefined ? '' : `  ${note}`;
  console.log(`${sign} ${name}  ${seconds.toFixed(1).padStart(5)} s${counts}${remark}`);
  if (failed > 0) console.log(`\n${output.trim()}\n`);
}

export function inWords({ passed, failed, skipped }: Counts) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

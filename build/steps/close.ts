import { inWords } from './run-steps.ts';
import type { Outcome } from './step.ts';

/** Prints the closing line and sets the exit code; a run in which nothing ran has failed. */
export function close(outcomes: readonly Outcome[]) {
  const sum = (count: 'passed' | 'failed' | 'skipped') =>
    outcomes.reduce((total, outcome) => total + outcome[count], 0);
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  console.log(`\n${inWords(total)}`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

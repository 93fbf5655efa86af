import { stripVTControlCharacters } from 'node:util';
import { inWords, type NamedOutcome } from './run-steps.ts';

const LAST_LINES = 15;

/**
 * Prints why steps crashed, prints the summary line, and sets the exit code. A run without any
 * tests counts as failed.
 */
export function close(outcomes: readonly NamedOutcome[]) {
  for (const outcome of outcomes) if (outcome.crash) console.log(crashReport(outcome));
  const sum = (count: 'passed' | 'failed' | 'skipped') =>
    outcomes.reduce((total, outcome) => total + outcome[count], 0);
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  console.log(`\n${inWords(total)}`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

function crashReport({ name, crash, output }: NamedOutcome) {
  const lines = stripVTControlCharacters(output.trim()).split('\n').filter(isNoStackFrame);
  const reason = lines.find((line) => /^\s*\w*Error( \[\w+\])?: /.test(line))?.trim();
  const sentence = `\nThe step "${name}" crashed: it ${crash}${reason ? ` (${reason})` : ''}.`;
  if (!output.trim()) return `${sentence} It printed nothing.`;
  const last = lines.slice(-LAST_LINES).map((line) => `  ${line}`);
  return `${sentence} Its last lines:\n\n${last.join('\n')}`;
}

const isNoStackFrame = (line: string) => !/^\s*(❯|at) /.test(line);

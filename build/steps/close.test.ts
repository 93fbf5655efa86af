import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { captured } from '../setup/captured.mjs';
import { close } from './close.ts';
import { runSteps } from './run-steps.ts';
import { check, testOutcome, type Step } from './step.ts';

let printed: string[];

beforeEach(() => {
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});

afterEach(() => {
  // `close` sets the exit code of this process. It is reset, because all tests of the run share this
  // process.
  process.exitCode = undefined;
});

/** Runs and closes steps, and returns the lines that are printed after the lines of the steps. */
const summaryOf = async (...steps: Step[]) => {
  const outcomes = await runSteps(steps);
  printed = [];
  close(outcomes);
  return printed.join('\n').trim().split('\n');
};

const program = async (code: string) => await captured(process.execPath, ['--eval', code]);
const passing = check('format', async () => await program(''));

test('steps that pass or fail are summed up in one line', async () => {
  const failing = check('types', async () => await program('console.log("x"); process.exit(2)'));
  expect(await summaryOf(passing, failing)).toEqual(['1 passed, 1 failed']);
  expect(process.exitCode).toBe(1);
});

test('a step that is killed is named, with the signal and its last lines', async () => {
  const code =
    'for (let n = 1; n <= 40; n += 1) console.log(`line ${n}`); process.kill(process.pid, "SIGKILL")';
  const lines = await summaryOf(
    passing,
    check('lint', async () => await program(code)),
  );
  expect(lines[0]).toBe('The step "lint" crashed: it was ended by SIGKILL. Its last lines:');
  expect(lines).toContain('  line 40');
  expect(lines).not.toContain('  line 1');
  expect(lines.at(-1)).toBe('1 passed, 1 failed');
});

test('the error behind a crash is named without its stack', async () => {
  const code = 'console.error(new Error("the disk is on fire").stack); process.exit(1)';
  const run = async () => testOutcome(await program(code), undefined);
  const lines = await summaryOf({ name: 'unit tests', run });
  expect(lines[0]).toBe(
    'The step "unit tests" crashed: it ended with exit code 1 before it wrote its report ' +
      '(Error: the disk is on fire). Its last lines:',
  );
  expect(lines.join('\n')).not.toContain('    at ');
});

test('a program that cannot be started is named', async () => {
  const missing = check('lint', async () => await captured('parapet-has-no-such-program', []));
  const lines = await summaryOf(missing);
  expect(lines[0]).toContain('The step "lint" crashed: it could not be started.');
  expect(lines.join('\n')).toContain('parapet-has-no-such-program');
});

test('a test runner without a report has crashed, whatever its exit code', async () => {
  for (const code of [0, 1]) {
    const run = async () => testOutcome(await program(`process.exit(${code})`), undefined);
    const [line, , last] = await summaryOf({ name: 'unit tests', run });
    expect(line).toBe(
      `The step "unit tests" crashed: it ended with exit code ${code} before it wrote its ` +
        'report. It printed nothing.',
    );
    expect(last).toBe('0 passed, 1 failed');
  }
});

test('a test runner that fails without a failed test has crashed; one with a failed test has not', async () => {
  const failed = await program('process.exit(1)');
  const run = (counts: { passed: number; failed: number }) => ({
    name: 'unit tests',
    run: async () => await Promise.resolve(testOutcome(failed, { ...counts, skipped: 0 })),
  });
  expect(await summaryOf(run({ passed: 5, failed: 0 }))).toEqual([
    'The step "unit tests" crashed: it ended with exit code 1 although no test failed. It printed nothing.',
    '',
    '5 passed, 1 failed',
  ]);
  expect(await summaryOf(run({ passed: 5, failed: 2 }))).toEqual(['5 passed, 2 failed']);
});

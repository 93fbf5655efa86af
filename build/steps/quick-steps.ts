import { tool } from '../tool.ts';
import { check, runTool, type Step } from './step.ts';
import { translations } from './translations.ts';
import { unitTests } from './unit-tests.ts';

/**
 * The compiler and the linter are Go programs. If they collect garbage less often, they need a quarter
 * less time and 1 GB more memory.
 */
const seldomCollected = { GOGC: '400' };

/** All steps that need no window. The longest steps come first, because several steps run at once. */
export const quickSteps: readonly Step[] = [
  unitTests,
  check('types', async () => await runTool(tool('typescript'), seldomCollected)),
  // With several threads, each thread would check the shared types again.
  check('lint', async () => await runTool(tool('oxlint'), { ...seldomCollected, GOMAXPROCS: '1' })),
  check('unused code', async () => await runTool(tool('knip'))),
  check('format', async () => await runTool(tool('oxfmt', '--check'))),
  translations,
];

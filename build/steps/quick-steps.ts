import { tool } from '../tool.ts';
import { check, runTool, type Step } from './step.ts';
import { translations } from './translations.ts';
import { unitTests } from './unit-tests.ts';

/**
 * A setting for the compiler and the linter, which run Go code. It makes garbage collection less
 * frequent, so that they need a quarter less time but 1 GB more memory.
 */
const seldomCollected = { GOGC: '400' };

/**
 * All steps that need no window. Several steps run at once, and the longest steps come first, so that no
 * long step is still running alone at the end.
 */
export const quickSteps: readonly Step[] = [
  unitTests,
  check('types', async () => await runTool(tool('typescript'), seldomCollected)),
  // The linter runs in one thread, because each further thread would check the shared types again.
  check('lint', async () => await runTool(tool('oxlint'), { ...seldomCollected, GOMAXPROCS: '1' })),
  check('unused code', async () => await runTool(tool('knip'))),
  check('format', async () => await runTool(tool('oxfmt', '--check'))),
  translations,
];

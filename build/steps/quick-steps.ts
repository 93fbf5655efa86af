import { tool } from '../tool.ts';
import { check, runTool, type Step } from './step.ts';
import { unitTests } from './unit-tests.ts';

/** All that needs no window; the longest first, as two run at once. */
export const quickSteps: readonly Step[] = [
  unitTests,
  check('types', async () => await runTool(tool('typescript'))),
  check('lint', async () => await runTool(tool('oxlint'))),
  check('unused code', async () => await runTool(tool('knip'))),
  check('format', async () => await runTool(tool('oxfmt', '--check'))),
];

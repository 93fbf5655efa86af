import { tool } from '../tool.ts';
import { check, runTool, type Step } from './step.ts';
import { unitTests } from './unit-tests.ts';

/** All steps that need no window. The longest come first, because several run at once. */
export const quickSteps: readonly Step[] = [
  unitTests,
  // The compiler is a Go program: collecting garbage less often saves a quarter of the time for
  // 1 GB of memory.
  check('types', async () => await runTool(tool('typescript'), { GOGC: '400' })),
  check('lint', async () => await runTool(tool('oxlint'))),
  check('unused code', async () => await runTool(tool('knip'))),
  check('format', async () => await runTool(tool('oxfmt', '--check'))),
];

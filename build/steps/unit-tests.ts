import { z } from 'zod';
import { tool } from '../tool.ts';
import { readReport, reportPath } from './report.ts';
import { runTool, type Step } from './step.ts';

/** As much of vitest's JSON report as we count by. */
const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

export const unitTests: Step = {
  name: 'unit and property tests',
  run: async () => {
    const path = reportPath('vitest.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
    const { ok, output } = await runTool(tool('vitest', ...reporters));
    const report = reportSchema.safeParse(readReport(path)).data;
    const failed = report ? report.numFailedTests + brokenFiles(report) : 0;
    return {
      passed: report?.numPassedTests ?? 0,
      failed: ok && report ? failed : Math.max(failed, 1),
      skipped: report ? report.numPendingTests + report.numTodoTests : 0,
      output,
    };
  },
};

/** Files that failed without a failed test: they did not even load. */
function brokenFiles({ testResults }: z.infer<typeof reportSchema>) {
  return testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  ).length;
}

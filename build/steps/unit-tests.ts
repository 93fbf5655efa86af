import { z } from 'zod';
import { tool } from '../tool.ts';
import { readReport, reportPath } from './report.ts';
import { runTool, testOutcome, type Counts, type Step } from './step.ts';

/** The fields of vitest's JSON report that are needed. */
const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

type Report = z.infer<typeof reportSchema>;

export const unitTests: Step = {
  name: 'unit and property tests',
  run: async () => {
    const path = reportPath('vitest.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
    const result = await runTool(tool('vitest', ...reporters));
    const report = reportSchema.safeParse(readReport(path)).data;
    return testOutcome(result, report && countsOf(report));
  },
};

function countsOf(report: Report): Counts {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles(report),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Returns the number of test files that failed without a failed test, because they could not be
 * loaded.
 */
function brokenFiles({ testResults }: Report) {
  return testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  ).length;
}

import { z } from 'zod';
import { tool } from '../tool.ts';
import { readReport, reportPath } from './report.ts';
import { runTool, testOutcome, type Step } from './step.ts';

/** The fields of Playwright's JSON report that are needed. */
const reportSchema = z.object({
  stats: z.object({
    expected: z.int(),
    unexpected: z.int(),
    flaky: z.int(),
    skipped: z.int(),
  }),
});

export const endToEndTests: Step = {
  name: 'end-to-end tests',
  run: async () => {
    const path = reportPath('playwright.json');
    const result = await runTool(tool('playwright', '--reporter=list,json'), {
      PLAYWRIGHT_JSON_OUTPUT_FILE: path,
    });
    const stats = reportSchema.safeParse(readReport(path)).data?.stats;
    return testOutcome(
      result,
      stats && {
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky,
        skipped: stats.skipped,
      },
    );
  },
};

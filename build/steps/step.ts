import { root } from '../root.ts';
import { captured } from '../setup/captured.mjs';
import type { tool } from '../tool.ts';

export type Counts = { passed: number; failed: number; skipped: number };

/** The result of a step. `output` is everything that the program of the step printed. */
export type Outcome = Counts & {
  output: string;
  /** Why the step failed without a failed test, such as “ended before it wrote its report”. */
  crash?: string;
  /** A sentence to print beside the result. */
  note?: string;
};

export type Step = { name: string; run: () => Promise<Outcome> };

type ToolResult = { ok: boolean; crashed?: boolean; end?: string; output: string };

/** Creates a step that passes or fails as a whole and counts as one test. */
export function check(name: string, work: () => Promise<ToolResult>): Step {
  return {
    name,
    run: async () => {
      const { ok, crashed, end, output } = await work();
      const counts = { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
      return { ...counts, output, ...(crashed && { crash: end }) };
    },
  };
}

/**
 * Returns the outcome of a test runner, with the counts of its report. If the report is missing or
 * does not explain why the runner failed, the outcome is a crash.
 */
export function testOutcome(
  { ok, end, output }: Required<ToolResult>,
  counts: Counts | undefined,
): Outcome {
  if (!counts) {
    const crash = `${end} before it wrote its report`;
    return { passed: 0, failed: 1, skipped: 0, output, crash };
  }
  if (ok || counts.failed > 0) return { ...counts, output };
  return { ...counts, failed: 1, output, crash: `${end} although no test failed` };
}

/** Runs a tool of the project and returns its result. */
export async function runTool(words: ReturnType<typeof tool>, env: NodeJS.ProcessEnv = {}) {
  // This environment variable states whether the tools may use color. Without it, some tools would
  // wrongly assume a terminal on build machines, although they write into a pipe.
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
  return await captured(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ...color, ...env },
  });
}

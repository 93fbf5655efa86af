import { root } from '../root.ts';
import { captured } from '../setup/captured.mjs';
import type { tool } from '../tool.ts';

/** What came of a step: how many it stands for, and what there is to read if some failed. */
export type Outcome = { passed: number; failed: number; skipped: number; output: string };

export type Step = { name: string; run: () => Promise<Outcome> };

/** A step that passes or fails as a whole, and counts as one. */
export function check(name: string, work: () => Promise<{ ok: boolean; output: string }>): Step {
  return {
    name,
    run: async () => {
      const { ok, output } = await work();
      return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, output };
    },
  };
}

/** Runs one of our tools out of sight; ok is an exit code of 0. */
export async function runTool(words: ReturnType<typeof tool>, env: NodeJS.ProcessEnv = {}) {
  // Tools take us for a file, and some of them a build machine for a terminal.
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
  return await captured(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ...color, ...env },
  });
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { largeModel } from '#shared/otm/testing/large-model.ts';
import { exportTo } from '../../e2e/exports.ts';
import { dropFiles } from '../../e2e/files.ts';
import { inApp } from '../in-app.ts';
import { longestTurn, watchTurns } from '../main-turns.ts';
import { familyOf, memoryOf } from '../processes.ts';

/**
 * Times in milliseconds, and memory in MB. `found` is the time from the drop of the file until the
 * dialog shows the content of the file. `drawn` is the time from the click on Import until the drawing
 * is shown. `late` is the longest delay of the main process's event loop during `found` and `drawn`.
 * `grown` is the peak memory of all processes minus their memory before the drop. `exported` and
 * `report` are the times of the two exports.
 */
export type Imported = Record<'found' | 'drawn' | 'late' | 'grown' | 'exported' | 'report', number>;

type Open = { window: Page; application: ElectronApplication };

const timeoutMs = 600_000;
/** The maximum size of a model, in components, for which the export of a report is measured. */
const reported = 400;

/** Drops a file on the window of a new workspace, imports it, and exports the model. */
export const importInApp = async (size: number): Promise<Imported> => {
  const profile = mkdtempSync(join(tmpdir(), 'parapet-bench-'));
  try {
    return await inApp(profile, [], async (window, application) => {
      await window.getByRole('button', { name: 'Sync: Synced' }).waitFor({ timeout: timeoutMs });
      // Gives the app time to store the default library.
      await window.waitForTimeout(3000);
      const open = { window, application };
      const imported = await importFile(open, profile, size);
      // The rest of the model is downloaded now, which would slow down the exports.
      await window.waitForTimeout(2 * size);
      const exported = await elapsed(() =>
        save(open, 'Export: Open Threat Model…', join(profile, 'saved.otm')),
      );
      const report =
        size > reported
          ? Number.NaN
          : await elapsed(() => save(open, 'Export: Report…', join(profile, 'saved.pdf')));
      return { ...imported, exported, report };
    });
  } finally {
    rmSync(profile, { recursive: true, maxRetries: 5, retryDelay: 100 });
  }
};

const importFile = async (
  { window, application }: Open,
  profile: string,
  size: number,
): Promise<Omit<Imported, 'exported' | 'report'>> => {
  const path = join(profile, 'model.otm');
  writeFileSync(path, largeModel(`Model of ${size}`, size));
  const memory = watchMemory(application);
  await watchTurns(application);
  const button = window.getByRole('dialog', { name: 'Import' }).getByRole('button', {
    name: /^Import/,
  });
  const found = await elapsed(async () => {
    await dropFiles(window, path);
    await button.waitFor({ timeout: timeoutMs });
  });
  const drawn = await elapsed(async () => {
    await button.click();
    await window.getByRole('tab', { name: 'Overview' }).waitFor({ timeout: timeoutMs });
    // The selector has two parts, because the window shows a large drawing as one picture, and a small
    // drawing as elements.
    await window
      .locator('[data-overview], .react-flow__node')
      .first()
      .waitFor({ state: 'attached', timeout: timeoutMs });
  });
  return { found, drawn, late: await longestTurn(application), grown: memory.end() };
};

const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

const save = async ({ window, application }: Open, command: string, path: string) =>
  await exportTo({ window, application, kill: () => Promise.resolve() }, command, path);

const watchMemory = (application: ElectronApplication): { end: () => number } => {
  const { pid } = application.process();
  const now = (): number =>
    familyOf(pid).reduce((sum, each) => sum + memoryOf(each).proportional, 0);
  const before = now();
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, now());
  }, 200);
  return {
    end: () => {
      clearInterval(timer);
      return highest - before;
    },
  };
};

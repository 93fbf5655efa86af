import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { largeModel } from '#shared/otm/testing/large-model.ts';
import { confirm, selectInPalette } from '../../e2e/exports.ts';
import { answerSaveDialog, dropFiles } from '../../e2e/files.ts';
import { inApp } from '../in-app.ts';
import { longestTurn, watchTurns } from '../main-turns.ts';
import { familyOf, memoryOf } from '../processes.ts';

/**
 * Times in milliseconds, and memory in MB. `found` is the time from the drop of the file until the
 * dialog shows the content of the file. `drawn` is the time from the press of the button Import until
 * the drawing is shown. `late` is the longest delay of the main process's event loop during `found` and
 * `drawn`, and `task` is the longest task of the window. `grown` is the peak memory of all processes
 * minus their memory before the drop. `exported` and `report` are the times of the two exports.
 */
export type Imported = Record<
  'found' | 'drawn' | 'late' | 'task' | 'grown' | 'exported' | 'report',
  number
>;

declare global {
  interface Window {
    /** In milliseconds. */
    longestTask: number;
  }
}

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
      const otm = join(profile, 'saved.otm');
      const exported = await timeToExport(open, 'Export: Open Threat Model…', otm);
      const pdf = join(profile, 'saved.pdf');
      const report =
        size > reported ? Number.NaN : await timeToExport(open, 'Export: Report…', pdf);
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
  await window.evaluate(watchTasks);
  const found = await elapsed(async () => {
    await dropFiles(window, path);
    await window.waitForFunction(isFound, null, { timeout: timeoutMs });
  });
  // The button has the focus.
  const drawn = await elapsed(async () => {
    await window.keyboard.press('Enter');
    await window.waitForFunction(isDrawn, null, { timeout: timeoutMs });
  });
  const late = await longestTurn(application);
  const task = await window.evaluate(longestTask);
  return { found, drawn, late, task, grown: memory.end() };
};

// The next functions run in the window, the conditions once per frame. A locator would look only every half
// second, and each look would take up to a tenth of a second.

/** Measures the longest task of the window. A task of less than 50 ms is not noticed. */
const watchTasks = (): void => {
  window.longestTask = 0;
  new PerformanceObserver((list) => {
    const durations = list.getEntries().map(({ duration }) => duration);
    window.longestTask = Math.max(window.longestTask, ...durations);
  }).observe({ type: 'longtask' });
};

const longestTask = (): number => window.longestTask;

/** Tells if the dialog shows what is in the file. */
const isFound = (): boolean =>
  [...document.querySelectorAll('[role=dialog] button')].some((button) =>
    button.textContent.startsWith('Import'),
  );

/**
 * Tells if the canvas of the imported model is drawn. A large drawing is one picture, and a small one has
 * elements.
 */
const isDrawn = (): boolean =>
  [...document.querySelectorAll('[role=tab]')].some((tab) => tab.textContent === 'Overview') &&
  document.querySelector('[data-overview], .react-flow__node') !== null;

/** Tells if the app says that a file was saved. */
const isSaved = (name: string): boolean =>
  [...document.querySelectorAll('[role=alert]')].some((alert) =>
    alert.textContent.includes(`Saved as ${name}`),
  );

const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/** Exports the model with the last choices, and returns the time from the command until the file is saved. */
const timeToExport = async (open: Open, command: string, path: string): Promise<number> => {
  const { window, application } = open;
  await answerSaveDialog(application, path);
  await selectInPalette(open, command);
  return await elapsed(async () => {
    await window.keyboard.press('Enter');
    if (command.includes('Report')) await confirm(open);
    await window.waitForFunction(isSaved, basename(path), { timeout: timeoutMs });
  });
};

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

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  _electron as electron,
  expect,
  test as base,
  type ElectronApplication,
  type Page,
} from '@playwright/test';
import { electronProgram, sandboxWords } from '../build/electron-command.ts';
import { root } from '../build/root.ts';

export { expect };

/** A running Parapet and its window. */
export type App = {
  application: ElectronApplication;
  window: Page;
  /** Ends every process of it at once, as a crash of the machine would. */
  kill: () => Promise<void>;
};

/** Waits until the window says that what was done is stored; from then on a crash costs nothing. */
export const saved = async ({ window }: App): Promise<void> =>
  await expect(window.getByRole('contentinfo')).toContainText('Saved here');

type Fixtures = {
  /** A folder of its own for each test, where the app keeps what it keeps. */
  profile: string;
  /** Starts the app on the test's profile; it is closed when the test ends. */
  start: (...words: string[]) => Promise<App>;
};

export const test = base.extend<Fixtures>({
  // Playwright asks for the first argument to be destructured, even where nothing is needed of it.
  // oxlint-disable-next-line no-empty-pattern
  profile: async ({}, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'parapet-e2e-'));
    await use(profile);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  },

  start: async ({ profile }, use) => {
    const running = new Set<ElectronApplication>();
    await use(async (...words) => {
      const application = await electron.launch({
        executablePath: electronProgram(),
        args: ['.', ...sandboxWords, `--user-data-dir=${profile}`, ...words],
        cwd: root,
      });
      running.add(application);
      const kill = async (): Promise<void> => {
        running.delete(application);
        const main = application.process();
        const pids = await application.evaluate(({ app }) =>
          app.getAppMetrics().map(({ pid }) => pid),
        );
        const exit = new Promise((resolve) => main.once('exit', resolve));
        for (const pid of pids) if (pid !== main.pid) process.kill(pid, 'SIGKILL');
        main.kill('SIGKILL');
        await exit;
      };
      return { application, window: await application.firstWindow(), kill };
    });
    for (const application of running) await application.close();
  },
});

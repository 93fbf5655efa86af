import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  _electron as electron,
  expect,
  test as base,
  type ElectronApplication,
  type Page,
} from '@playwright/test';
import { electronProgram, sandboxWords } from '../build/electron-command.ts';
import { root } from '../build/root.ts';
import { startXvfb } from '../build/setup/display.mjs';
import { createStore } from '../electron/store/store.ts';

export { expect };

/** A running Parapet and its window. */
export type App = {
  application: ElectronApplication;
  window: Page;
  /** Kills all processes of the app at once, as a crash of the machine would. */
  kill: () => Promise<void>;
};

/** Waits until the window shows that everything is stored, so that a crash loses nothing. */
export const saved = async ({ window }: App): Promise<void> =>
  await expect(window.getByRole('contentinfo')).toContainText('Saved');

type Start = (...words: string[]) => Promise<App>;

type Fixtures = {
  /** True if the app starts with an empty profile. Otherwise, the profile is a copy of `startedOnce`. */
  isFirstStart: boolean;
  /**
   * True if panels and dialogs are animated. Without animation, a closed dialog disappears at once, so
   * that a test does not find it beside the next dialog.
   */
  motion: boolean;
  /** The app's data folder. Each test gets a new folder. */
  profile: string;
  /** Starts the app on the test's profile, and ends it after the test. */
  start: Start;
  /** The profile of a second, independent app. */
  otherProfile: string;
  startOther: Start;
};

const killProcess = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended. Some processes end by themselves when another process is killed.
  }
};

const launch = async (profile: string, motion: boolean, words: string[]): Promise<App> => {
  // The folder has a short name, because the app creates a socket in it, and the length of a socket's
  // path is limited.
  const temporary = join(profile, 't');
  mkdirSync(temporary, { recursive: true });
  const application = await electron.launch({
    executablePath: electronProgram(),
    // Tests expect English texts, whatever the language of the system is.
    args: ['.', ...sandboxWords, '--lang=en-US', `--user-data-dir=${profile}`, ...words],
    cwd: root,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
      // The temporary folder is in the profile. So the files that a killed app leaves in this folder are
      // deleted with the profile.
      TMPDIR: temporary,
    },
  });
  const kill = async (): Promise<void> => {
    const main = application.process();
    const exit = new Promise((resolve) => main.once('exit', resolve));
    const processes = application.evaluate(({ app }) => app.getAppMetrics());
    // An app that is already ending cannot list its processes. Then only its main process is killed.
    for (const { pid } of await processes.catch(() => [])) if (pid !== main.pid) killProcess(pid);
    main.kill('SIGKILL');
    await exit;
  };
  const window = await application.firstWindow();
  if (!motion) await window.emulateMedia({ reducedMotion: 'reduce' });
  return { application, window, kill };
};

const inFolder = async (
  use: (folder: string) => Promise<void>,
  template?: string,
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'parapet-e2e-'));
  const filter = (path: string): boolean =>
    !/\.log$|^Singleton|^DevToolsActivePort$|^scoped_dir/.test(basename(path));
  if (template !== undefined) cpSync(template, folder, { recursive: true, filter });
  await use(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
};

const starting = async (
  profile: string,
  motion: boolean,
  use: (start: Start) => Promise<void>,
  isDisposable = (): boolean => false,
): Promise<void> => {
  const apps: { app: App; main: ChildProcess }[] = [];
  await use(async (...words) => {
    const app = await launch(profile, motion, words);
    apps.push({ app, main: app.application.process() });
    return app;
  });
  for (const { app, main } of apps) {
    // The test may have ended the app already.
    if (main.exitCode !== null || main.signalCode !== null) continue;
    await (isDisposable() ? app.kill() : app.application.close());
  }
};

/**
 * Tells if the test has passed. Its apps are then killed instead of closed, because nobody needs their
 * profiles or traces, and killing takes a fifth of the time. Tests about closing close the app
 * themselves.
 */
const hasPassed = (): boolean => base.info().errors.length === 0;

/**
 * Gives each worker except the first its own display, because windows on one display share the clipboard
 * and take the focus from each other.
 */
const onOwnDisplay = async (worker: number, use: () => Promise<void>): Promise<void> => {
  const display = worker === 0 ? undefined : await startXvfb();
  if (display) process.env.DISPLAY = display.name;
  await use();
  await display?.end();
};

type WorkerFixtures = {
  display: void;
  /**
   * The data folder of an app that was started once. Tests start on copies of this folder, because a
   * first start takes longer.
   */
  startedOnce: string;
  /** An app with its own profile, shared by tests that change nothing. */
  untouched: App;
};

/** Tells if a new workspace already has its sample and the default library. */
const isComplete = (profile: string): boolean => {
  const store = createStore({ path: join(profile, 'this-computer.db') });
  try {
    const { preferences } = store;
    return preferences.sampleWasAdded() && !preferences.libraryIsWanted();
  } finally {
    store.close();
  }
};

/**
 * Starts the app for the first time, and closes it when the workspace has its sample and the
 * default library.
 */
const startOnce = async (profile: string): Promise<void> =>
  await starting(profile, false, async (start) => {
    const app = await start();
    await expect(app.window.getByRole('application', { name: /^Canvas, / })).toBeVisible();
    await expect(app.window.getByRole('button', { name: 'Sync: Synced' })).toBeVisible();
    await expect.poll(() => isComplete(profile)).toBe(true);
    await saved(app);
  });

export const test = base.extend<Fixtures, WorkerFixtures>({
  display: [
    // Playwright requires the first argument to be destructured, even if nothing of it is used.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, { parallelIndex }) => await onOwnDisplay(parallelIndex, use),
    { scope: 'worker', auto: true },
  ],
  startedOnce: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) =>
      await inFolder(async (profile) => {
        await startOnce(profile);
        await use(profile);
      }),
    { scope: 'worker' },
  ],
  untouched: [
    async ({ startedOnce }, use) =>
      await inFolder(
        async (profile) =>
          await starting(profile, false, async (start) => await use(await start())),
        startedOnce,
      ),
    { scope: 'worker' },
  ],
  isFirstStart: [false, { option: true }],
  motion: [false, { option: true }],
  profile: async ({ startedOnce, isFirstStart }, use) =>
    await inFolder(use, isFirstStart ? undefined : startedOnce),
  // oxlint-disable-next-line no-empty-pattern
  otherProfile: async ({}, use) => await inFolder(use),
  start: async ({ profile, motion }, use) => await starting(profile, motion, use, hasPassed),
  startOther: async ({ otherProfile, motion }, use) =>
    await starting(otherProfile, motion, use, hasPassed),
});

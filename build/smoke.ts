import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, expect, type Page } from '@playwright/test';
import { sandboxWords } from './electron-command.ts';
import { root } from './root.ts';

/**
 * Starts a packaged app as a person would and looks at its window: `npm run smoke`, or `npm run smoke
 * -- /opt/Parapet/parapet`. The end-to-end tests need a debugger in the main process. The fuses of a
 * package forbid that debugger, so this test uses the debugger of the window.
 */
const executables = ['release', 'development'].flatMap((kind) =>
  [
    'linux-unpacked/parapet',
    'linux-arm64-unpacked/parapet',
    'win-unpacked/Parapet.exe',
    'mac-universal/Parapet.app/Contents/MacOS/Parapet',
  ].map((path) => join(root, 'out', kind, path)),
);
const given = process.argv[2];
const program =
  given === undefined ? executables.find(existsSync) : resolve(process.env.INIT_CWD ?? '.', given);

/**
 * The longest time that the test waits for each step, in milliseconds. The limit is generous, because a
 * busy machine may make any step several times slower.
 */
const timeoutMs = 120_000;

const profile = mkdtempSync(join(tmpdir(), 'parapet-smoke-'));

const ended = async (app: ChildProcess): Promise<void> => {
  if (app.exitCode !== null || app.signalCode !== null) return;
  await new Promise((resolveExit) => app.once('exit', resolveExit));
};

/** Returns the address of Chromium's debugger. Chromium prints it when the debugger listens. */
const debuggerOf = async (app: ChildProcess): Promise<string> => {
  if (!app.stderr) throw new Error('The app has no standard error.');
  const timer = setTimeout(() => app.kill('SIGKILL'), timeoutMs);
  try {
    for await (const line of createInterface(app.stderr)) {
      const address = /^DevTools listening on (ws:.+)$/.exec(line)?.[1];
      if (address === undefined) continue;
      app.stderr.resume();
      return address;
    }
    throw new Error('The app ended before it had a window.');
  } finally {
    clearTimeout(timer);
  }
};

const inApp = async (file: string, act: (window: Page) => Promise<void>): Promise<void> => {
  const words = [...sandboxWords, '--lang=en-US', '--remote-debugging-port=0'];
  const app = spawn(file, [...words, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const browser = await chromium.connectOverCDP(await debuggerOf(app));
    const [context] = browser.contexts();
    if (!context) throw new Error('The app has no window.');
    context.setDefaultTimeout(timeoutMs);
    await act(context.pages()[0] ?? (await context.waitForEvent('page')));
    await context.pages()[0]?.close();
    await ended(app);
  } finally {
    app.kill('SIGKILL');
    await ended(app);
  }
};

/**
 * Checks that ELECTRON_RUN_AS_NODE does not turn the app into plain Node, which would print the
 * text after `-p`.
 */
const staysAnApp = async (file: string): Promise<void> => {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  // Plain Node accepts all of these words and prints the text, because it takes the words after
  // `no-file` as arguments of a script, and not as its own options.
  const words = ['-p', '"a plain Node"', 'no-file', ...sandboxWords, `--user-data-dir=${profile}`];
  const app = spawn(file, words, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  app.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const timer = setTimeout(() => app.kill('SIGKILL'), 10_000);
  await ended(app);
  clearTimeout(timer);
  expect(output).not.toContain('a plain Node');
};

const within = { timeout: timeoutMs };

const steps: Record<string, (file: string) => Promise<void>> = {
  'the first start shows the sample, drawn': async (file) =>
    await inApp(file, async (window) => {
      await expect(window.getByRole('group', { name: /, Trust boundary/ })).toHaveCount(3, within);
      await expect(window.getByRole('group', { name: /^Data flow/ })).toHaveCount(10, within);
      await window.getByRole('button', { name: 'New collection…' }).click();
      await window.getByRole('textbox', { name: 'Title' }).last().fill('Kept by the package');
      await window.keyboard.press('Enter');
      const saved = window.getByRole('treeitem', { name: 'Kept by the package' });
      await expect(saved).toBeVisible(within);
      await expect(window.getByRole('contentinfo')).toContainText('Saved', within);
      // “Synced” means that the built-in service has received everything.
      await expect(window.getByRole('button', { name: 'Sync: Synced' })).toBeVisible(within);
    }),
  'a second start has what was saved': async (file) =>
    await inApp(file, async (window) => {
      const saved = window.getByRole('treeitem', { name: 'Kept by the package' });
      await expect(saved).toBeVisible(within);
    }),
  'no variable makes it a Node': staysAnApp,
};

const run = async (): Promise<boolean> => {
  if (program === undefined || !existsSync(program)) {
    console.error('There is no packaged app. Run npm run package -- --dir first.');
    return false;
  }
  let failed = 0;
  for (const [name, step] of Object.entries(steps)) {
    try {
      await step(program);
      console.log(`passed: ${name}`);
    } catch (error) {
      failed += 1;
      console.error(`failed: ${name}\n${error instanceof Error ? error.message : String(error)}`);
    }
  }
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  console.log(`${Object.keys(steps).length - failed} passed, ${failed} failed`);
  return failed === 0;
};

process.exitCode = (await run()) ? 0 : 1;

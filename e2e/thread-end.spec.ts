import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { expect, saved, test, type App } from './app.ts';
import { evaluateInThread } from './desktop-thread.ts';

const collection = (window: Page) => window.getByRole('treeitem', { name: /^Made before/ });

/** Stores a collection, and then ends the desktop thread. Returns when the app asks how to go on. */
const endThread = async (app: App): Promise<void> => {
  const { application, window } = app;
  await window.getByRole('button', { name: 'New collection…' }).click();
  await window.getByRole('textbox').last().fill('Made before the end');
  await window.keyboard.press('Enter');
  await expect(collection(window)).toBeVisible();
  await saved(app);
  await application.evaluate(({ dialog }) => {
    dialog.showMessageBox = async (...given: unknown[]) =>
      await new Promise((answer) => {
        Reflect.set(globalThis, 'asked', { question: given.at(-1), answer });
      });
  });
  await evaluateInThread(app, 'process.exit(1)');
  await expect
    .poll(async () => await application.evaluate(() => Reflect.get(globalThis, 'asked')?.question))
    .toMatchObject({ message: 'Parapet stopped responding', buttons: ['Reload', 'Close'] });
};

/** Presses a button of the dialog. Returns the exit code of the app, which then ends. */
const press = async ({ application }: App, button: 'Reload' | 'Close'): Promise<number | null> => {
  const ended = new Promise<number | null>((resolve) =>
    application.process().once('exit', resolve),
  );
  const answer = application.evaluate(
    (_electron, response) =>
      Reflect.get(globalThis, 'asked').answer({ response, checkboxChecked: false }),
    button === 'Reload' ? 0 : 1,
  );
  // The app may end before it replies.
  await answer.catch(() => undefined);
  return await ended;
};

/** Connects to an app that has started itself. Playwright sees it as a browser. */
const connect = async (profile: string): Promise<Browser> => {
  let found: Browser | undefined;
  await expect(async () => {
    const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n');
    found = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  }).toPass();
  if (!found) throw new Error('The app did not start');
  return found;
};

test('if the desktop thread ends, the app can start again with everything that was stored', async ({
  start,
  profile,
}) => {
  const app = await start();
  await endThread(app);
  expect(await press(app, 'Reload')).toBe(1);

  const restarted = await connect(profile);
  const ended = new Promise((resolve) => restarted.once('disconnected', resolve));
  const [context] = restarted.contexts();
  const window = context?.pages()[0] ?? (await context?.waitForEvent('page'));
  if (!window) throw new Error('The app has no window');
  try {
    await expect(collection(window)).toBeVisible();
  } finally {
    await window.close();
    await ended;
  }
});

test('if the desktop thread ends, the app can be closed, and loses nothing that was stored', async ({
  start,
}) => {
  const app = await start();
  await endThread(app);
  expect(await press(app, 'Close')).toBe(1);
  const { window } = await start();
  await expect(collection(window)).toBeVisible();
});

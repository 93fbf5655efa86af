import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { largeModel } from '#shared/otm/testing/large-model.ts';
import { root } from '../build/root.ts';
import { expect, saved, test, type App } from './app.ts';
import { canvas, openingAnother } from './canvas.ts';
import { evaluateInThread } from './desktop-thread.ts';
import { choices, runByPalette } from './exports.ts';
import { answerOpenDialog } from './files.ts';

/** Closes the window. Returns the exit code of the app, which then ends. */
const closeWindow = async ({ application }: App): Promise<number | null> => {
  const ended = new Promise<number | null>((resolve) =>
    application.process().once('exit', resolve),
  );
  await application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  return await ended;
};

test('a long change that is being stored when the window closes is stored completely', async ({
  start,
  profile,
}) => {
  const file = join(profile, 'large.otm');
  writeFileSync(file, largeModel('Large', 5000));
  const app = await start(file);
  const dialog = app.window.getByRole('dialog', { name: 'Import' });
  await openingAnother(app, async () => {
    await dialog.getByRole('button', { name: /^Import/ }).click();
  });
  const tabs = app.window.getByRole('tablist', { name: 'Canvases' }).getByRole('tab');
  await expect(tabs).toHaveCount(1);
  await saved(app);
  await tabs.first().click({ button: 'right' });
  await app.window.getByRole('menuitem', { name: 'Duplicate canvas' }).click();
  // The window has sent the change by now, and the app needs a multiple of this time to store it.
  await app.window.waitForTimeout(100);
  expect(await closeWindow(app)).toBe(0);

  const { window } = await start();
  await expect(window.getByRole('tablist', { name: 'Canvases' }).getByRole('tab')).toHaveCount(2);
});

/** Makes the disk slow for the desktop thread: each file that it saves takes two seconds. */
const slowDisk = `(async () => {
  const { open } = process.getBuiltinModule('node:fs/promises');
  const file = await open(process.execPath);
  const handles = Object.getPrototypeOf(file);
  await file.close();
  const { sync } = handles;
  handles.sync = async function () {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    return await sync.call(this);
  };
})()`;

test('a choice that is being saved when the window closes is saved, with its copy', async ({
  start,
  profile,
}) => {
  const app = await start();
  await expect(canvas(app)).toBeVisible();
  await evaluateInThread(app, slowDisk);
  await runByPalette(app, 'Export: Report…');
  await answerOpenDialog(app.application, join(root, 'docs/parapet.png'));
  await choices(app).getByRole('button', { name: 'Choose logo…' }).click();
  const isSaving = (): boolean =>
    readdirSync(profile).some(
      (name) =>
        name.endsWith('.part') && readFileSync(join(profile, name), 'utf8').includes('logo'),
    );
  await expect(() => expect(isSaving()).toBe(true)).toPass();
  expect(await closeWindow(app)).toBe(0);
  const files = readdirSync(profile);
  expect(files).toEqual(
    expect.arrayContaining(['export-options.json', 'export-options.json.copy']),
  );
  expect(files.filter((name) => name.endsWith('.part'))).toEqual([]);
});

import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv } from 'ajv';
import { otmSchema } from '#shared/otm/schema.ts';
import { electronProgram, sandboxWords } from '../build/electron-command.ts';
import { root } from '../build/root.ts';
import { expect, saved, test, type App } from './app.ts';
import { addProcess, canvas, openingAnother, processNamed } from './canvas.ts';
import {
  answerOpenDialog,
  answerSaveDialog,
  dropFiles,
  foreignOtmFiles,
  officialSchema,
  ownOtmFiles,
  refusedFiles,
} from './files.ts';

const importDialog = ({ window }: App) => window.getByRole('dialog', { name: 'Import' });

/**
 * Drops a file, checks the report, and imports the file without moving its elements. Afterwards, the
 * first canvas of the file is open.
 */
const importFile = async (app: App, path: string): Promise<void> => {
  await expect(
    app.window.getByRole('tree', { name: 'Collections and threat models' }),
  ).toBeVisible();
  await dropFiles(app.window, path);
  const dialog = importDialog(app);
  await expect(dialog).toContainText(basename(path));
  const run = dialog.getByRole('button', { name: /^Import/ });
  await expect(run).toBeVisible();
  const asInFile = dialog.getByRole('radio', { name: 'Keep as in the file' });
  if (await asInFile.isVisible()) await asInFile.check();
  await openingAnother(app, async () => {
    await run.click();
    await expect(
      app.window.getByText(/^Imported /).filter({ hasText: basename(path) }),
    ).toBeVisible();
  });
};

const exportTo = async (app: App, path: string): Promise<unknown> => {
  await answerSaveDialog(app.application, path);
  await app.window.keyboard.press('Control+Shift+E');
  await expect(app.window.getByText(`Saved as ${basename(path)}`)).toBeVisible();
  return JSON.parse(readFileSync(path, 'utf8'));
};

const expectValid = (document: unknown): void => {
  expect(otmSchema.safeParse(document).error).toBeUndefined();
  if (!existsSync(officialSchema)) return;
  const validate = new Ajv({ strict: false }).compile(
    JSON.parse(readFileSync(officialSchema, 'utf8')),
  );
  validate(document);
  expect(validate.errors).toBeNull();
};

const addedTo = (path: string): string => `Added to ${basename(path)}`;

const exportsTwiceTheSame = async (app: App, path: string, folder: string): Promise<void> => {
  const exported = join(folder, `exported-${basename(path)}.json`);
  const document = await exportTo(app, exported);
  expectValid(document);
  expect(JSON.stringify(document)).toContain(addedTo(path));

  await importFile(app, exported);
  // If a drawing is large, the canvas opens zoomed to a readable part. This part may not contain the
  // added process.
  await app.window.getByRole('button', { name: 'Zoom to fit' }).click();
  await expect(processNamed(app, addedTo(path))).toBeVisible();
  const again = join(folder, `again-${basename(path)}.json`);
  expect(await exportTo(app, again)).toEqual(document);
};

for (const [whose, paths] of [
  ['our own', ownOtmFiles()],
  ['other tools’', foreignOtmFiles()],
] as const) {
  test(`${whose} files are imported, edited, killed, exported and imported again`, async ({
    start,
    profile,
  }) => {
    const before = await start();
    const addresses: string[] = [];
    for (const path of paths) {
      await test.step(`import and edit ${basename(path)}`, async () => {
        await importFile(before, path);
        await addProcess(before, addedTo(path));
        addresses.push(before.window.url());
      });
    }
    await saved(before);
    await before.kill();

    const app = await start();
    for (const [index, path] of paths.entries()) {
      await test.step(`export ${basename(path)}, and import it again`, async () => {
        await app.window.evaluate((address = '') => location.assign(address), addresses[index]);
        await expect(processNamed(app, addedTo(path))).toBeVisible();
        await exportsTwiceTheSame(app, path, profile);
      });
    }
  });
}

test('a refused file stores nothing, and the position and the reason are shown', async ({
  start,
}) => {
  const app = await start();
  const models = app.window.getByRole('tree').getByRole('treeitem');
  await expect(models).toHaveCount(2);
  for (const path of refusedFiles()) {
    await test.step(basename(path), async () => {
      await dropFiles(app.window, path);
      const refusal = importDialog(app).getByRole('alert');
      await expect(refusal).toContainText('This file can’t be imported');
      for (const fact of await refusal.getByRole('definition').all()) {
        await expect(fact).not.toBeEmpty();
      }
      await expect(
        importDialog(app).getByRole('button', { name: 'Choose a different file…' }),
      ).toBeFocused();
      await importDialog(app).getByRole('button', { name: 'Close', exact: true }).last().click();
      await expect(importDialog(app)).toBeHidden();
      await expect(models).toHaveCount(2);
    });
  }
});

test('a file is chosen in a dialog, and named on the command line', async ({ start, profile }) => {
  const [path = ''] = ownOtmFiles();
  const app = await start();
  await expect(canvas(app)).toBeVisible();
  await answerOpenDialog(app.application, path);
  await app.window.keyboard.press('Control+O');
  await expect(importDialog(app)).toContainText(basename(path));
  await app.window.keyboard.press('Escape');
  await expect(importDialog(app)).toBeHidden();
  await app.application.close();

  const copy = join(profile, 'from the command line.otm');
  writeFileSync(copy, readFileSync(path));
  const later = await start(copy);
  await expect(importDialog(later)).toContainText('from the command line.otm');
});

test('a second start passes its file to the open window', async ({ start, profile }) => {
  const [path = ''] = ownOtmFiles();
  const app = await start();
  await expect(canvas(app)).toBeVisible();
  const second = spawn(
    electronProgram(),
    ['.', ...sandboxWords, `--user-data-dir=${profile}`, path],
    { cwd: root, stdio: 'ignore' },
  );
  const code = await new Promise((resolve) => second.once('exit', resolve));
  expect(code).toBe(0);
  await expect(importDialog(app)).toContainText(basename(path));
});

test('several files are imported one after the other', async ({ start }) => {
  const [first = '', second = ''] = ownOtmFiles();
  const app = await start();
  await expect(canvas(app)).toBeVisible();
  await dropFiles(app.window, first, second);
  await expect(importDialog(app)).toContainText(basename(first));
  await importDialog(app).getByRole('button', { name: 'Cancel' }).click();
  await expect(importDialog(app)).toContainText(basename(second));
});

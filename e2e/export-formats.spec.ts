import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModelFile } from '#shared/foreign/read-model-file.ts';
import { expect, saved, test, type App } from './app.ts';
import { addProcess, canvas } from './canvas.ts';
import { choices, confirm, exportTo, runByPalette, savedAs } from './exports.ts';
import { answerOpenDialog, answerSaveDialog } from './files.ts';
import { stopService } from './service.ts';
import { synced } from './sync.ts';

/** Chooses a format and exports to a path. */
const exportAs = async (app: App, format: string, path: string): Promise<void> => {
  await answerSaveDialog(app.application, path);
  await runByPalette(app, 'Export: Other format…');
  await choices(app).getByRole('radio', { name: format, exact: true }).check();
  await choices(app).getByRole('button', { name: 'Export', exact: true }).click();
  await expect(choices(app)).toBeHidden();
};

test('a model is saved in the formats of other tools, and a report as HTML and for Word', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { window } = app;
  await expect(canvas(app)).toBeVisible();
  await addProcess(app, 'Ledger');

  const excel = await exportTo(app, 'Export: Other format…', join(profile, 'shop.xlsx'));
  expect(excel.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');

  const drawing = join(profile, 'shop.drawio');
  await exportAs(app, 'draw.io', drawing);
  await expect(savedAs(app, drawing)).toBeVisible();
  const read = readModelFile(readFileSync(drawing), 'shop.drawio');
  const names = read.ok ? read.models[0]?.content.components.map(({ title }) => title) : [];
  expect(names).toEqual(expect.arrayContaining(['Ledger', 'Web app']));

  await exportAs(app, 'Jira (CSV)', join(profile, 'gone', 'shop.jira.csv'));
  await expect(window.getByText('Couldn’t save the file')).toBeVisible();
  expect(readdirSync(profile).filter((name) => /jira|\.part$/.test(name))).toEqual([]);

  await runByPalette(app, 'Export: Other format…');
  await expect(choices(app).getByRole('radio', { name: 'Jira (CSV)' })).toBeChecked();
  await window.keyboard.press('Escape');
  await expect(choices(app)).toBeHidden();

  for (const [name, format, begin] of [
    ['Word', 'docx', 'PK'],
    ['HTML', 'html', '<!'],
  ] as const) {
    const path = join(profile, `shop.${format}`);
    await answerSaveDialog(app.application, path);
    await runByPalette(app, 'Export: Report…');
    await choices(app).getByText(name, { exact: true }).click();
    await choices(app).getByRole('button', { name: 'Export', exact: true }).focus();
    await confirm(app);
    await expect(savedAs(app, path)).toBeVisible();
    expect(readFileSync(path).subarray(0, 2).toString()).toBe(begin);
  }

  const all = join(profile, 'all');
  mkdirSync(all);
  await answerOpenDialog(app.application, all);
  await runByPalette(app, 'Export: Other format…');
  await choices(app)
    .getByText(/^Collection \(/)
    .click();
  await choices(app).getByRole('radio', { name: 'Open Threat Model (JSON)' }).check();
  await choices(app).getByRole('button', { name: 'Export', exact: true }).click();
  await expect(window.getByText('Saved 1 file in all', { exact: true })).toBeVisible();
  const [file = ''] = readdirSync(all);
  expect(readModelFile(readFileSync(join(all, file)), file).ok).toBe(true);
});

test('an Open Threat Model file that is made without the service says so', async ({
  start,
  profile,
}) => {
  const app = await start();
  await synced(app);
  await stopService(app, profile);
  await addProcess(app, 'Search');
  await saved(app);
  const path = join(profile, 'offline.otm');
  await exportAs(app, 'Open Threat Model (JSON)', path);
  await expect(savedAs(app, path)).toBeVisible();
  await expect(app.window.getByText('The file was made without the service.')).toBeVisible();
  expect(readFileSync(path, 'utf8')).toContain('"Search"');
});

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/root.ts';
import { readPdf } from '../service/documents/testing/read-pdf.ts';
import { expect, test, type App } from './app.ts';
import { addProcess, canvas, openEmptyCanvas, processNamed } from './canvas.ts';
import { choices, confirm, exportTo, imageSize, runByPalette, savedAs } from './exports.ts';
import { answerOpenDialog, answerSaveDialog, dropFiles } from './files.ts';
import { servicePid } from './service.ts';

test('the choices for an image are remembered', async ({ start, profile }) => {
  const app = await start();
  await expect(canvas(app)).toBeVisible();
  const svg = join(profile, 'plain.svg');
  expect((await exportTo(app, 'Export: Image (SVG)…', svg)).toString()).not.toContain('Checkout<');

  await runByPalette(app, 'Export: Image (PNG)…');
  await choices(app).getByRole('checkbox', { name: 'Title' }).check();
  await choices(app).getByRole('checkbox', { name: 'Legend' }).check();
  await expect(choices(app).getByText(/^[\d,]+ × [\d,]+ pixels$/)).toBeVisible();
  await choices(app).getByText('SVG', { exact: true }).click();
  await expect(choices(app).getByText(/pixels$/)).toHaveCount(0);
  await answerSaveDialog(app.application, join(profile, 'titled.svg'));
  await choices(app).getByRole('button', { name: 'Export', exact: true }).click();
  await expect(savedAs(app, 'titled.svg')).toBeVisible();

  const again = await exportTo(app, 'Export: Image (SVG)…', join(profile, 'again.svg'));
  expect(again.toString()).toContain('Checkout<');
  expect(again.toString()).toContain('External entity<');
});

/** Writes a file with two components that are so far apart that no viewer can open an image of both. */
const wideFile = (folder: string): string => {
  const component = (name: string, x: number) => ({
    id: name,
    name,
    type: 'process',
    parent: null,
    representations: [
      {
        name,
        id: `${name}-shape`,
        representation: 'wide',
        position: { x, y: 0 },
        size: { width: 150, height: 64 },
      },
    ],
  });
  const path = join(folder, 'wide.otm');
  const document = {
    otmVersion: '0.2.0',
    project: { name: 'Wide', id: 'wide' },
    representations: [
      { name: 'Wide', id: 'wide', type: 'diagram', size: { width: 9000, height: 600 } },
    ],
    components: [component('West', 0), component('East', 6000)],
  };
  writeFileSync(path, JSON.stringify(document));
  return path;
};

test('an image that would be too large is refused before it is made', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { window } = app;
  await expect(canvas(app)).toBeVisible();
  await dropFiles(window, wideFile(profile));
  const importing = window.getByRole('dialog', { name: 'Import' });
  await importing.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(processNamed(app, 'West')).toBeVisible();

  await runByPalette(app, 'Export: Image (PNG)…');
  const run = choices(app).getByRole('button', { name: 'Export', exact: true });
  await expect(run).toBeFocused();
  await choices(app).getByText('4×', { exact: true }).click();
  await expect(choices(app).getByRole('alert')).toContainText('too large for a PNG');
  await expect(run).toHaveAttribute('aria-disabled', 'true');
  await run.focus();
  await window.keyboard.press('Enter');
  await expect(choices(app)).toBeVisible();

  await choices(app).getByText('1×', { exact: true }).click();
  const path = join(profile, 'wide.png');
  await answerSaveDialog(app.application, path);
  await run.click();
  await expect(savedAs(app, path)).toBeVisible();
  const { width } = await imageSize(app.application, path);
  expect(width).toBeGreaterThan(6000);
});

test('a report has the chosen canvases and texts, which are remembered', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { window } = app;
  await openEmptyCanvas(app);
  await window.keyboard.press('Control+e');
  await choices(app).getByRole('radio', { name: 'Chosen canvases' }).check();
  const chosen = choices(app).getByRole('group', { name: 'Chosen canvases' });
  await expect(chosen.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await chosen.getByRole('checkbox', { checked: true }).uncheck();
  await chosen.getByRole('checkbox', { name: 'Checkout' }).check();
  await choices(app).getByRole('textbox', { name: 'Owner' }).fill('Grace Hopper');
  const classification = choices(app).getByRole('textbox', { name: 'Classification' });
  await classification.fill('Confidential');
  await answerOpenDialog(app.application, join(root, 'docs/parapet.png'));
  await choices(app).getByRole('button', { name: 'Choose logo…' }).click();
  await expect(choices(app).getByRole('img', { name: 'parapet.png' })).toBeVisible();
  const path = join(profile, 'part.pdf');
  await answerSaveDialog(app.application, path);
  await classification.press('Enter');
  await expect(savedAs(app, path)).toBeVisible();
  const { pages } = await readPdf(readFileSync(path));
  const [cover] = pages;
  expect(cover?.text).toContain('Grace Hopper');
  expect(cover?.text).toContain('Confidential');
  // If a report lacks some canvases, its cover names the canvases that it contains.
  expect(cover?.text).toContain('Checkout');

  await window.keyboard.press('Control+e');
  await expect(choices(app).getByRole('textbox', { name: 'Owner' })).toHaveValue('Grace Hopper');
  await expect(choices(app).getByRole('radio', { name: 'Whole model' })).toBeChecked();
  await choices(app).getByRole('button', { name: 'Remove' }).click();
  await expect(choices(app).getByRole('img', { name: 'parapet.png' })).toHaveCount(0);
});

/**
 * Returns the ID of the process that makes documents. This process keeps running for a while after it
 * has made a document.
 */
const documentProcess = async ({ application }: App): Promise<number> =>
  await application.evaluate(
    ({ app }) =>
      app
        .getAppMetrics()
        .find(({ serviceName, name }) => `${serviceName} ${name}`.includes('Parapet documents'))
        ?.pid ?? 0,
  );

test('a report can be canceled while it is made, and leaves no file', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { window } = app;
  await expect(canvas(app)).toBeVisible();
  await exportTo(app, 'Export: Image (SVG)…', join(profile, 'first.svg'));
  const maker = await documentProcess(app);
  expect(maker).toBeGreaterThan(0);
  // Suspends the process, so that it never finishes the document.
  process.kill(maker, 'SIGSTOP');
  const before = readdirSync(profile).filter((name) => name.endsWith('.part'));
  const path = join(profile, 'shop.pdf');
  await answerSaveDialog(app.application, path);
  await runByPalette(app, 'Export: Report…');
  await confirm(app);
  const saving = window.getByRole('alert').filter({ hasText: 'Saving shop.pdf…' });
  await saving.getByRole('button', { name: 'Cancel' }).click();
  await expect(saving).toHaveCount(0);
  await expect.poll(() => documentProcess(app)).not.toBe(maker);
  expect(existsSync(path)).toBe(false);
  await expect
    .poll(() => readdirSync(profile).filter((name) => name.endsWith('.part')))
    .toEqual(before);

  // The next export starts a new process.
  const pdf = await exportTo(app, 'Export: Report…', path);
  expect(pdf.toString('latin1')).toMatch(/^%PDF-/);
});

test('a report needs no service, and includes unsynced changes', async ({ start, profile }) => {
  const app = await start();
  await expect(app.window.getByRole('button', { name: 'Sync: Synced' })).toBeVisible();
  await expect(canvas(app)).toBeVisible();
  const service = await servicePid(app);
  process.kill(service, 'SIGSTOP');
  try {
    await addProcess(app, 'Ledger');
    const pdf = await exportTo(app, 'Export: Report…', join(profile, 'shop.pdf'));
    const { pages } = await readPdf(pdf);
    expect(pages.map(({ text }) => text).join('\n')).toContain('Ledger');
  } finally {
    process.kill(service, 'SIGKILL');
  }
});

test('a message does not cover the buttons of a dialog in a small window', async ({
  start,
  profile,
}) => {
  const app = await start();
  await app.application.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setContentSize(800, 600),
  );
  await expect(canvas(app)).toBeVisible();
  await exportTo(app, 'Export: Image (SVG)…', join(profile, 'small.svg'));
  await runByPalette(app, 'Export: Report…');
  const cancel = choices(app).getByRole('button', { name: 'Cancel' });
  await expect(cancel).toBeInViewport();
  const message = app.window.getByRole('alert').filter({ has: savedAs(app, 'small.svg') });
  await expect(message).toBeVisible();
  const [below, above] = [await message.boundingBox(), await cancel.boundingBox()];
  if (!above || !below) throw new Error('The message or the dialog is gone.');
  expect(above.y + above.height).toBeLessThan(below.y);
});

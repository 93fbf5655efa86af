import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threatModels } from '#shared/api/threat-models.ts';
import { expect, test, type App } from './app.ts';
import { addProcess, canvas } from './canvas.ts';
import { confirm, exportTo, imageSize, savedAs } from './exports.ts';
import { answerSaveDialog } from './files.ts';

/** Returns the enabled export items of the native menu. */
const offered = async ({ application }: App): Promise<string[]> =>
  await application.evaluate(({ Menu }) => {
    const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'File');
    const menu = file?.submenu?.items.find(({ label }) => label === 'Export')?.submenu;
    return (menu?.items ?? []).filter(({ enabled }) => enabled).map(({ label }) => label);
  });

test('a canvas is exported as a report, images, and a graph, and its model as Open Threat Model', async ({
  start,
  profile,
}) => {
  const app = await start();
  await expect(canvas(app)).toBeVisible();
  await addProcess(app, 'Ledger');

  const otm = await exportTo(app, 'Export: Open Threat Model…', join(profile, 'shop.otm.json'));
  expect(JSON.parse(otm.toString())).toMatchObject({ project: { name: 'Web shop' } });
  expect(otm.toString()).toContain('Ledger');

  const svg = await exportTo(app, 'Export: Image (SVG)…', join(profile, 'shop.svg'));
  expect(svg.toString()).toMatch(/^(<\?xml[^>]*>\s*)?<svg /);
  expect(svg.toString()).toContain('Ledger');

  // The image must be larger than the drawing, which measures 1150 by 570 pixels.
  const png = join(profile, 'shop.png');
  await exportTo(app, 'Export: Image (PNG)…', png);
  const { width, height } = await imageSize(app.application, png);
  expect(width).toBeGreaterThan(1150);
  expect(height).toBeGreaterThan(570);

  await app.window.evaluate(() => {
    const { clipboard } = navigator;
    const write = clipboard.write.bind(clipboard);
    clipboard.write = async (items) => {
      await write(items);
      const image = await createImageBitmap((await items[0]?.getType('image/png')) ?? new Blob());
      document.body.dataset['copied'] = `${image.width} × ${image.height}`;
    };
  });
  await canvas(app).press('Control+Shift+C');
  await expect(app.window.getByText('Copied “Checkout” as an image')).toBeVisible();
  await expect(app.window.locator('body')).toHaveAttribute('data-copied', `${width} × ${height}`);

  const pdf = await exportTo(app, 'Export: Report…', join(profile, 'shop.pdf'));
  expect(pdf.toString('latin1')).toMatch(/^%PDF-.*%%EOF\s*$/s);
  expect(pdf.toString('latin1')).toContain('/StructTreeRoot');

  const file = await exportTo(app, 'Export: Graph (JSON)…', join(profile, 'shop.graph.json'));
  const graph: unknown = JSON.parse(file.toString());
  const specified = threatModels.graph['~orpc'].outputSchema?.parse(graph);
  expect(graph).toEqual(specified);
  const { nodes = [], relationships = [] } = specified ?? {};
  const byLabel = Map.groupBy(nodes, ({ labels }) => labels.join());
  const counts = [...byLabel].map(([label, { length }]) => [label, length]);
  expect(Object.fromEntries(counts)).toEqual({
    Process: 5,
    DataStore: 2,
    ExternalEntity: 2,
    TrustBoundary: 3,
  });
  expect(relationships.filter(({ type }) => type === 'DATAFLOW')).toHaveLength(10);
});

test('a report is made from the menu and by shortcut, and shown in its folder', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { application, window } = app;
  await expect(canvas(app)).toBeVisible();
  const byMenu = join(profile, 'by menu.pdf');
  await answerSaveDialog(application, byMenu);
  await expect.poll(() => offered(app)).toContain('Report…');
  await application.evaluate(({ Menu, shell }) => {
    shell.showItemInFolder = (path) => void (process.env['SHOWN_IN_FOLDER'] = path);
    const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'File');
    const menu = file?.submenu?.items.find(({ label }) => label === 'Export')?.submenu;
    menu?.items.find(({ label }) => label === 'Report…')?.click();
  });
  await confirm(app);
  await expect(savedAs(app, byMenu)).toBeVisible();
  await window.getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(() => application.evaluate(() => process.env['SHOWN_IN_FOLDER'])).toBe(byMenu);

  const byKey = join(profile, 'by key.pdf');
  writeFileSync(byKey, 'an older file');
  await answerSaveDialog(application, byKey);
  await window.keyboard.press('Control+e');
  await confirm(app);
  await expect(savedAs(app, byKey)).toBeVisible();
  expect(readFileSync(byKey, 'latin1')).toMatch(/^%PDF-/);
});

test('an export suggests a name, reports an unwritable file, and is only offered for what is open', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { application, window } = app;
  await expect(canvas(app)).toBeVisible();

  await test.step('a name is suggested, and nothing is saved if the dialog is canceled', async () => {
    await application.evaluate(({ dialog }) => {
      dialog.showSaveDialog = (...words: unknown[]) => {
        process.env['OFFERED'] = JSON.stringify(words.at(-1));
        return Promise.resolve({ canceled: true, filePath: '' });
      };
    });
    await window.keyboard.press('Control+e');
    await confirm(app);
    await expect
      .poll(() => application.evaluate(() => process.env['OFFERED']))
      .toBe(
        JSON.stringify({
          defaultPath: 'Web shop.pdf',
          filters: [{ name: 'PDF', extensions: ['pdf'] }],
        }),
      );
    await expect(window.getByText(/^Sav(ing|ed as)/)).toHaveCount(0);
  });

  await test.step('an unwritable file is reported, and the model is not changed', async () => {
    const noFolder = join(profile, 'a file');
    writeFileSync(noFolder, 'no folder');
    await answerSaveDialog(application, join(noFolder, 'shop.png'));
    await window.keyboard.press('Control+Shift+E');
    const error = window.getByRole('alert').filter({ hasText: 'Couldn’t save the file' });
    await expect(error).toContainText(/ENOTDIR|ENOENT/);
    await expect(error).not.toContainText('.part');
    await expect(window.getByText(/^Saving/)).toHaveCount(0);
    await expect(canvas(app)).toBeVisible();
    expect(readFileSync(noFolder, 'utf8')).toBe('no folder');
  });

  await test.step('only what is open can be exported', async () => {
    const ofModel = ['All formats…', 'Report…', 'Open Threat Model…', 'Other format…'];
    const [all = '', report = '', ...others] = ofModel;
    const ofCanvas = ['Image (PNG)…', 'Image (SVG)…', 'Graph (JSON)…'];
    await expect.poll(() => offered(app)).toEqual([all, report, ...ofCanvas, ...others]);

    await window.getByRole('tab', { name: 'Checkout' }).click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Delete canvas' }).click();
    await expect(window.getByText('Deleted “Checkout”')).toBeVisible();
    await window.getByRole('treeitem', { name: /^Web shop/ }).click();
    await expect.poll(() => offered(app)).toEqual(ofModel);

    await window.getByRole('link', { name: 'Home' }).first().click();
    await expect.poll(() => offered(app)).toEqual([]);
  });
});

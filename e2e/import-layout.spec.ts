import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, saved, test, type App } from './app.ts';
import { canvas, processNamed } from './canvas.ts';
import { dropFiles } from './files.ts';
import { savedDrawings } from './saved-drawing.ts';

type Position = { x: number; y: number } | null;

/** Writes a file with a chain of processes at the given positions. */
const writeChain = (folder: string, positionByName: Record<string, Position>): string => {
  const names = Object.keys(positionByName);
  const path = join(folder, 'chain.otm');
  const document = {
    otmVersion: '0.2.0',
    project: { name: 'Chain', id: 'chain' },
    representations: [
      { name: 'Overview', id: 'overview', type: 'diagram', size: { width: 900, height: 600 } },
    ],
    components: names.map((name) => ({
      id: name,
      name,
      type: 'process',
      parent: null,
      representations: [
        {
          name,
          id: `${name}-shape`,
          representation: 'overview',
          ...(positionByName[name] && {
            position: positionByName[name],
            size: { width: 150, height: 64 },
          }),
        },
      ],
    })),
    dataflows: names.slice(1).map((name, at) => ({
      id: `to ${name}`,
      name: `Orders ${at + 1}`,
      source: names[at],
      destination: name,
    })),
  };
  writeFileSync(path, JSON.stringify(document));
  return path;
};

const crowd = { Shop: { x: 0, y: 0 }, Till: { x: 20, y: 10 }, Ledger: { x: 400, y: 0 } };

const importDialog = ({ window }: App) => window.getByRole('dialog', { name: 'Import' });

const offer = (app: App) =>
  importDialog(app).getByRole('radiogroup', { name: '2 elements are hard to read' });

const runImport = async (app: App): Promise<void> => {
  await importDialog(app).getByRole('button', { name: 'Import', exact: true }).click();
  await expect(importDialog(app)).toBeHidden();
  await expect(processNamed(app, 'Shop')).toBeVisible();
};

const positions = (profile: string): Record<string, Position> => {
  const boxes = savedDrawings(profile, 'Chain')['Overview']?.boxes ?? {};
  return Object.fromEntries(Object.entries(boxes).map(([name, { x, y }]) => [name, { x, y }]));
};

test('overlapping elements of a file are moved apart, which can be undone', async ({
  start,
  profile,
}) => {
  const app = await start();
  await expect(canvas(app)).toBeVisible();
  await dropFiles(app.window, writeChain(profile, crowd));
  await expect(offer(app).getByRole('radio', { name: 'Tidy up' })).toBeChecked();
  await runImport(app);
  const { Shop: shop, Till: till, Ledger: ledger } = positions(profile);
  expect(ledger).toEqual(crowd.Ledger);
  // The elements are moved apart downwards, because this is the shortest way.
  expect((till?.y ?? 0) - (shop?.y ?? 0)).toBeGreaterThanOrEqual(64);

  await canvas(app).click({ position: { x: 400, y: 8 } });
  await app.window.keyboard.press('Control+z');
  await expect.poll(() => positions(profile)).toEqual(crowd);
});

test('a file is imported with its own positions on request', async ({ start, profile }) => {
  const app = await start();
  await expect(canvas(app)).toBeVisible();
  await dropFiles(app.window, writeChain(profile, crowd));
  await offer(app).getByRole('radio', { name: 'Keep as in the file' }).check();
  await runImport(app);
  await saved(app);
  expect(positions(profile)).toEqual(crowd);
});

test('a file without positions is laid out without a question', async ({ start, profile }) => {
  const app = await start();
  await expect(canvas(app)).toBeVisible();
  await dropFiles(app.window, writeChain(profile, { Shop: null, Till: null, Ledger: null }));
  await expect(
    importDialog(app).getByRole('button', { name: 'Import', exact: true }),
  ).toBeVisible();
  await expect(importDialog(app).getByRole('radiogroup')).toHaveCount(0);
  await runImport(app);
  const { Shop: shop, Till: till, Ledger: ledger } = positions(profile);
  // The layout puts such a short chain in a column, with room for the labels.
  expect((till?.y ?? 0) - (shop?.y ?? 0)).toBeGreaterThan(64 + 30);
  expect((ledger?.y ?? 0) - (till?.y ?? 0)).toBeGreaterThan(64 + 30);
});

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openAnotherClient } from './another-client.ts';
import { expect, saved, type App } from './app.ts';
import { canvas } from './canvas.ts';
import { addCollection, addConnection, switchTo, test } from './connections.ts';

const copyOf = (profile: string): string => join(profile, 'this-computer.db');

const synced = async ({ window }: App): Promise<void> =>
  await expect(window.getByRole('button', { name: 'Sync: Synced' })).toBeVisible();

/**
 * Damages everything after the header of a file, as a failing disk does. Also damages the write-ahead
 * log, which has the last writes if the app ended while it synced.
 */
const damage = (path: string): Buffer => {
  const log = `${path}-wal`;
  if (existsSync(log)) writeFileSync(log, readFileSync(log).fill(0xa5, 32));
  const bytes = readFileSync(path).fill(0xa5, 100);
  writeFileSync(path, bytes);
  return bytes;
};

/**
 * Waits until the service has a collection. Asks the service itself, because the window says “Synced”
 * even before sync has begun.
 */
const serviceHas = async (profile: string, title: string): Promise<void> => {
  const service = await openAnotherClient(join(profile, 'service.db'));
  await expect.poll(() => service.collectionTitles()).toContain(title);
  await service.close();
};

test('a damaged local copy is reported and kept, and a new one is downloaded on request', async ({
  start,
  profile,
}) => {
  let app = await start();
  await expect(canvas(app)).toBeVisible();
  await addCollection(app, 'Made before the damage');
  await serviceHas(profile, 'Made before the damage');
  await app.application.close();
  const damaged = damage(copyOf(profile));

  app = await start();
  const { window } = app;
  const problem = window.getByRole('alert').filter({ hasText: 'is damaged' });
  await expect(problem).toContainText('The local copy of “This computer” is damaged');
  await expect(window.getByRole('treeitem')).toHaveCount(0);
  await window.getByRole('button', { name: 'Try again' }).click();
  await expect(problem).toContainText('The file wasn’t changed');
  expect(readFileSync(copyOf(profile))).toEqual(damaged);

  await window.getByRole('button', { name: 'Download a fresh copy' }).click();
  await expect(window.getByRole('treeitem', { name: /^Made before/ })).toBeVisible();
  await expect(window.getByRole('treeitem', { name: /^Examples/ })).toHaveCount(1);
  await synced(app);
  const keptFiles = readdirSync(profile).filter((name) =>
    /^this-computer\.set-aside-.*\.db$/.test(name),
  );
  await expect(window.getByText(`Kept the damaged file as ${keptFiles.join()}.`)).toBeVisible();
  expect(keptFiles.map((name) => readFileSync(join(profile, name)))).toEqual([damaged]);

  await addCollection(app, 'Made after it');
  await synced(app);
});

test('a local copy of another version is not changed, and other connections work', async ({
  start,
  service,
  profile,
}) => {
  let app = await start();
  await expect(canvas(app)).toBeVisible();
  const token = await service.token('*:read', '*:write');
  await addConnection(app, { name: 'Office', address: service.url, ...token });
  await app.window.getByRole('button', { name: 'Done' }).click();
  await app.application.close();
  const store = new DatabaseSync(copyOf(profile));
  store.exec(`INSERT INTO migration (name, hash) VALUES ('999-later', 'not known')`);
  store.close();
  const newer = readFileSync(copyOf(profile));

  app = await start();
  const { window } = app;
  const problem = window.getByRole('heading', { name: /was saved by a newer version of Parapet$/ });
  await expect(problem).toBeVisible();
  await expect(window.getByRole('button', { name: /fresh copy/ })).toHaveCount(0);
  await switchTo(app, 'Office');
  await addCollection(app, 'At the office');
  await saved(app);
  await switchTo(app, 'This computer');
  await expect(problem).toBeVisible();
  expect(readFileSync(copyOf(profile))).toEqual(newer);
});

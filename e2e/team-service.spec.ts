import { expect, saved, type App } from './app.ts';
import { addProcess, canvas, processNamed } from './canvas.ts';
import { addCollection, addConnection, switchTo, test } from './connections.ts';
import type { RemoteService } from './remote-service.ts';
import { choose, indicator, needsAttention, synced, syncNow } from './sync.ts';
import { violationsIn } from './violations.ts';

const openOffice = async (app: App, service: RemoteService): Promise<void> => {
  const token = await service.token('*:read', '*:write');
  await addConnection(app, { name: 'Office', address: service.url, ...token });
  await app.window.getByRole('button', { name: 'Open now' }).click();
  await expect(app.window.getByRole('button', { name: 'Connection: Office' })).toBeVisible();
  await synced(app);
};

const panel = ({ window }: App) => window.getByRole('dialog', { name: 'Sync', exact: true });

/** Adds a model with one process as another person. */
const addModel = async (service: RemoteService, collectionId: string, title: string) => {
  const client = await service.client();
  const model = await client.threatModels.create({ collectionId, title });
  const process = {
    id: title,
    type: 'processNode',
    position: { x: 0, y: 0 },
    data: { label: title },
  };
  await client.canvases.create({
    threatModelId: model.id,
    title: 'Canvas',
    data: { nodes: [process], edges: [] },
  });
};

const addCollectionOf = async (service: RemoteService, title: string): Promise<string> =>
  (await (await service.client()).collections.create({ title })).id;

test('a model is downloaded when opened, and a collection kept offline is available without the service', async ({
  start,
  service,
}) => {
  const plain = await addCollectionOf(service, 'Plain');
  const offline = await addCollectionOf(service, 'Kept');
  await addModel(service, plain, 'Opened');
  await addModel(service, plain, 'Never opened');
  await addModel(service, offline, 'Along');
  const app = await start();
  const { window } = app;
  await openOffice(app, service);
  const row = (name: string) => window.getByRole('treeitem', { name: new RegExp(`^${name}`) });
  await row('Opened').click();
  await expect(processNamed(app, 'Opened')).toBeVisible();

  await synced(app);
  await row('Kept').click({ button: 'right' });
  await window.getByRole('menuitemcheckbox', { name: 'Make available offline' }).click();
  await expect(row('Along')).not.toHaveAccessibleName(/Not downloaded yet/);
  await synced(app);
  await service.stop();

  await row('Along').click();
  await expect(processNamed(app, 'Along')).toBeVisible();
  await row('Never opened').click();
  const failed = window.getByRole('alert').filter({ hasText: 'hasn’t been downloaded yet' });
  await expect(failed).toBeVisible();
  await service.startAgain();
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(processNamed(app, 'Never opened')).toBeVisible();
});

test('the register and the overview say which models are missing, and download them', async ({
  start,
  service,
}) => {
  const collectionId = await addCollectionOf(service, 'Team');
  const client = await service.client();
  for (const title of ['Shop', 'Bank']) {
    const { id: threatModelId } = await client.threatModels.create({ collectionId, title });
    const drawing = await client.canvases.create({ threatModelId, title: 'Canvas' });
    const component = await client.components.create({ canvasId: drawing.id, title: 'Web' });
    const priority = 'high' as const;
    await client.threats.create({ componentId: component.id, title: `Theft: ${title}`, priority });
  }
  const app = await start();
  const { window } = app;
  const main = window.getByRole('main');
  await openOffice(app, service);
  await window.getByRole('link', { name: 'Threat register' }).click();
  await expect(main.getByText('2 threat models aren’t downloaded')).toBeVisible();
  expect(await violationsIn(window)).toEqual([]);

  await main.getByRole('button', { name: 'Download 2 threat models' }).click();
  const table = window.getByRole('grid', { name: 'Threat register' });
  await expect(table.getByText('Theft: Shop', { exact: true })).toBeVisible();
  await expect(table.getByText('Theft: Bank', { exact: true })).toBeVisible();
  await expect(main.getByText(/downloaded$/)).toBeHidden();
});

test('a change that the service rejects is retried, or discarded and undone', async ({
  start,
  service,
}) => {
  const app = await start();
  const { window } = app;
  await addModel(service, await addCollectionOf(service, 'Team'), 'Shop');
  await openOffice(app, service);
  await window.getByRole('treeitem', { name: /^Shop/ }).click();
  await expect(processNamed(app, 'Shop')).toBeVisible();
  await service.allow('read');
  await addProcess(app, 'Search');
  await needsAttention(app);
  await indicator(app).click();
  const rejected = panel(app).getByRole('region', { name: /^Rejected/ });
  await expect(rejected).toContainText('Search');
  await expect(rejected).toContainText('You don’t have permission to make this change.');

  await service.allow('write');
  await rejected.getByRole('button', { name: 'Retry all' }).click();
  await synced(app);
  // The focused button disappears together with its entry, but Escape still closes the panel.
  await expect(rejected).toBeHidden();
  await window.keyboard.press('Escape');
  await expect(panel(app)).toBeHidden();

  await service.allow('read');
  await canvas(app).focus();
  await processNamed(app, 'Search').click();
  await window.keyboard.press('F2');
  await window.keyboard.type('Finder');
  await window.keyboard.press('Enter');
  await needsAttention(app);
  await indicator(app).click();
  // The element's name and the component's name are two pending changes.
  const entries = rejected.getByRole('listitem');
  await expect(entries).toHaveCount(2);
  for (const left of [1, 0]) {
    await entries.first().getByRole('button', { name: 'Discard…' }).click();
    await entries.first().getByRole('button', { name: 'Discard', exact: true }).press('Enter');
    await expect(entries).toHaveCount(left);
    await expect(panel(app).locator(':focus')).toBeVisible();
  }
  await expect(panel(app)).toContainText('No pending changes');
  await expect(processNamed(app, 'Search')).toBeVisible();
  await synced(app);
});

test('in a small window, the title bar names the connection while sync needs attention', async ({
  start,
  service,
}) => {
  await addModel(service, await addCollectionOf(service, 'Team'), 'Shop');
  const app = await start();
  const { window } = app;
  const token = await service.token('*:read', '*:write');
  await addConnection(app, { name: 'Customer platform', address: service.url, ...token });
  await window.getByRole('button', { name: 'Open now' }).click();
  await window.getByRole('treeitem', { name: /^Shop/ }).click();
  await expect(processNamed(app, 'Shop')).toBeVisible();
  await service.allow('read');
  await addProcess(app, 'Search');
  await needsAttention(app);
  await app.application.evaluate(({ BrowserWindow }) => {
    const [first] = BrowserWindow.getAllWindows();
    first?.setContentSize(800, 600);
    first?.webContents.setZoomFactor(2);
  });
  await expect.poll(() => window.evaluate(() => innerWidth)).toBe(400);
  const name = window
    .getByRole('button', { name: 'Connection: Customer platform' })
    .getByText('Customer platform');
  const isCut = name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  expect(await isCut).toBe(false);
});

test('leaving a connection closes the dialogs about it', async ({ start, service }) => {
  const collectionId = await addCollectionOf(service, 'Team');
  const app = await start();
  const { window } = app;
  await openOffice(app, service);
  await service.stop();
  await window.getByRole('treeitem', { name: /^Team/ }).press('F2');
  await window.keyboard.type('Mine');
  await window.keyboard.press('Enter');
  await saved(app);
  await (await service.client()).collections.update({ id: collectionId, title: 'Theirs' });
  await service.startAgain();
  await syncNow(app);
  await needsAttention(app);
  await indicator(app).click();
  await panel(app)
    .getByRole('button', { name: /^Resolve/ })
    .click();
  const conflict = window.getByRole('dialog', { name: 'Conflict: Mine' });
  await expect(conflict.getByRole('radio', { name: /^Theirs/ })).toBeVisible();

  // The native menu can be reached from a dialog.
  await choose(app, 'Switch connection…');
  await window.getByRole('menuitemradio', { name: 'This computer' }).click();
  await expect(window.getByRole('button', { name: 'Connection: This computer' })).toBeVisible();
  await expect(conflict).toBeHidden();
  await switchTo(app, 'Office');
  await needsAttention(app);
});

test('withdrawn access removes nothing that was not sent', async ({ start, service }) => {
  await addModel(service, await addCollectionOf(service, 'Team'), 'Shop');
  const app = await start();
  const { window } = app;
  await openOffice(app, service);
  await window.getByRole('treeitem', { name: /^Shop/ }).click();
  await expect(processNamed(app, 'Shop')).toBeVisible();
  // If the service showed none of the known collections, sync could take it for another service.
  await addCollection(app, 'Own');
  await synced(app);
  // No sync takes place between the withdrawal and the change.
  await service.stop();
  await service.allow(null, 'Own');
  await addProcess(app, 'Not sent');
  await saved(app);
  await service.startAgain();
  await syncNow(app);
  await needsAttention(app);
  await indicator(app).click();
  await expect(panel(app)).toContainText('You no longer have access');
  await expect(panel(app)).toContainText('Not sent');
  await window.keyboard.press('Escape');
  await expect(processNamed(app, 'Not sent')).toBeVisible();

  await service.allow('write');
  await syncNow(app);
  await synced(app);
  const components = await (await service.client()).components.list({});
  expect(components.items.map(({ title }) => title)).toEqual(['Not sent']);
});

for (const { choice, titles } of [
  { choice: 'Keep this computer’s version', titles: ['Renamed', 'Newer'] },
  { choice: 'Keep the service’s version', titles: ['Kept'] },
]) {
  test(`a service that was restored from a backup is noticed: ${choice}`, async ({
    start,
    service,
  }) => {
    const app = await start();
    const { window } = app;
    await openOffice(app, service);
    await addCollection(app, 'Kept');
    await synced(app);
    service.saveBackup();
    await window.getByRole('treeitem', { name: /^Kept/ }).press('F2');
    await window.keyboard.type('Renamed');
    await window.keyboard.press('Enter');
    await addCollection(app, 'Newer');
    await expect.poll(service.titles).toEqual(['Renamed', 'Newer']);
    await synced(app);
    await service.restoreBackup();
    await syncNow(app);
    await needsAttention(app);
    await indicator(app).click();
    await panel(app).getByRole('button', { name: choice }).click();
    const question = window.getByRole('dialog', { name: `${choice}?` });
    await question.getByRole('button', { name: choice }).click();
    await expect(question).toBeHidden();
    await synced(app);
    await saved(app);
    await expect.poll(() => service.titles()).toEqual(titles);
    for (const title of ['Kept', 'Renamed', 'Newer']) {
      const row = window.getByRole('treeitem', { name: new RegExp(`^${title}`) });
      await expect(row).toHaveCount(titles.includes(title) ? 1 : 0);
    }
  });
}

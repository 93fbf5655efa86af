import { join } from 'node:path';
import type { CanvasDocument, CanvasNode } from '#shared/canvas/document.ts';
import { openAnotherClient } from './another-client.ts';
import { expect, saved, test, type App } from './app.ts';
import { addProcess, canvas, processNamed, renameProcess } from './canvas.ts';
import { stopService } from './service.ts';
import { addModel, indicator, needsAttention, synced, syncNow } from './sync.ts';

const openModel = async ({ window }: App, title: string): Promise<void> =>
  await window.getByRole('treeitem', { name: new RegExp(`^${title}`) }).click();

const changeNode =
  (label: string, change: (node: CanvasNode) => CanvasNode) =>
  (drawing: CanvasDocument): CanvasDocument => ({
    ...drawing,
    nodes: drawing.nodes.map((node) => (node.data.label === label ? change(node) : node)),
  });

const relabelled =
  (label: string) =>
  (node: CanvasNode): CanvasNode => ({ ...node, data: { ...node.data, label } });

test('twenty edits of three models, made without the service, are sent when it is back', async ({
  start,
  profile,
}) => {
  const app = await start();
  await synced(app);
  const { bringBack } = await stopService(app, profile);

  const warehouse = ['Picking', 'Packing', 'Shipping', 'Returns', 'Stock'];
  await addModel(app, 'Warehouse');
  for (const name of warehouse) await addProcess(app, name);
  const billing = ['Invoices', 'Dunning', 'Ledger', 'Tax', 'Refunds'];
  await addModel(app, 'Billing');
  for (const name of billing) await addProcess(app, name);
  await renameProcess(app, 'Tax', 'Value added tax');
  await openModel(app, 'Web shop');
  const shop = ['Search', 'Reviews', 'Wishlist', 'Coupons', 'Newsletter'];
  for (const name of shop) await addProcess(app, name);
  await renameProcess(app, 'Web app', 'Storefront');
  await renameProcess(app, 'CDN', 'Edge cache');
  await saved(app);
  await expect(app.window.getByRole('contentinfo')).toContainText(/\d+ pending/);
  await indicator(app).click();
  const panel = app.window.getByRole('dialog', { name: 'Sync', exact: true });
  await expect(panel).toContainText('Warehouse');
  await expect(panel).toContainText('Billing');
  await app.window.keyboard.press('Escape');

  await bringBack();
  await synced(app);
  await expect(app.window.getByRole('contentinfo')).not.toContainText('pending');
  const other = await openAnotherClient(join(profile, 'service.db'));
  await expect.poll(() => other.labelsIn('Warehouse')).toEqual(warehouse);
  await expect
    .poll(() => other.labelsIn('Billing'))
    .toEqual(billing.map((name) => (name === 'Tax' ? 'Value added tax' : name)));
  const labels = await other.labelsIn('Web shop');
  expect(labels).toEqual(expect.arrayContaining([...shop, 'Storefront', 'Edge cache']));
  expect(labels).not.toContain('Web app');
  expect(labels).not.toContain('CDN');
  await other.close();
});

test('edits by others are merged, and conflicting ones are resolved by a person', async ({
  start,
  profile,
}) => {
  const app = await start();
  await synced(app);
  const { database, bringBack } = await stopService(app, profile);
  await renameProcess(app, 'Web app', 'Storefront');
  await addProcess(app, 'Search');
  await saved(app);
  const meanwhile = await openAnotherClient(database);
  await meanwhile.draw('Web shop', changeNode('Web app', relabelled('Shop window')));
  await meanwhile.draw('Web shop', changeNode('CDN', relabelled('Edge cache')));
  await meanwhile.close();

  await bringBack();
  await needsAttention(app);
  await expect(processNamed(app, 'Edge cache')).toBeVisible();
  await expect(processNamed(app, 'Storefront')).toBeVisible();

  await app.window.getByRole('button', { name: '1 conflict…' }).click();
  const dialog = app.window.getByRole('dialog', { name: /^Conflict:/ });
  await dialog.getByRole('radio', { name: /^Theirs.*Shop window/ }).check({ force: true });
  await dialog.getByRole('button', { name: 'Apply choices' }).click();
  const undo = app.window.getByRole('alert').getByRole('button', { name: 'Undo' });
  // The message disappears after some seconds, unless the pointer is over it.
  await undo.hover();
  await expect(dialog).toBeHidden();
  await expect(processNamed(app, 'Shop window')).toBeVisible();
  await synced(app);

  await undo.click();
  await expect(processNamed(app, 'Storefront')).toBeVisible();
  const other = await openAnotherClient(join(profile, 'service.db'));
  const all = expect.arrayContaining(['Storefront', 'Edge cache', 'Search']);
  await expect.poll(() => other.labelsIn('Web shop')).toEqual(all);
  expect(await other.labelsIn('Web shop')).not.toContain('Shop window');
  await other.close();
});

test('edits by others keep the viewport, the selection, and a label that is being edited', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { window } = app;
  await synced(app);
  const viewport = window.locator('.react-flow__viewport');
  await canvas(app).press('Control+=');
  await processNamed(app, 'Web app').first().click();
  await window.keyboard.press('F2');
  await window.keyboard.type('Half a na');
  const viewportStyle = await viewport.getAttribute('style');

  const other = await openAnotherClient(join(profile, 'service.db'));
  await other.draw('Web shop', changeNode('CDN', relabelled('Edge cache')));
  await syncNow(app);
  await expect(processNamed(app, 'Edge cache')).toBeVisible();
  expect(await viewport.getAttribute('style')).toBe(viewportStyle);
  await window.keyboard.type('me');
  await window.keyboard.press('Enter');
  await expect(processNamed(app, 'Half a name')).toBeFocused();
  await synced(app);
  await expect
    .poll(() => other.labelsIn('Web shop'))
    .toEqual(expect.arrayContaining(['Half a name', 'Edge cache']));

  // Undo does not revert other people's changes.
  await window.keyboard.press('Control+z');
  await expect(processNamed(app, 'Web app')).toBeVisible();
  await window.keyboard.press('Control+z');
  await expect(canvas(app).getByRole('status')).toHaveText('Nothing to undo');
  await expect(processNamed(app, 'Edge cache')).toBeVisible();
  await other.close();
});

test('if others delete the focused element, keys go to the canvas, and it is announced once', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { window } = app;
  await synced(app);
  await addModel(app, 'Shared');
  await addProcess(app, 'First');
  await addProcess(app, 'Second');
  await synced(app);
  await expect(processNamed(app, 'Second')).toBeFocused();

  const other = await openAnotherClient(join(profile, 'service.db'));
  // The status may still be that before the last gesture.
  await expect.poll(() => other.labelsIn('Shared')).toEqual(['First', 'Second']);
  await synced(app);
  await other.draw('Shared', (drawing) => ({
    ...drawing,
    nodes: drawing.nodes.filter(({ data }) => data.label !== 'Second'),
  }));
  await syncNow(app);
  await expect(processNamed(app, 'Second')).toBeHidden();
  await expect(canvas(app)).toBeFocused();

  await other.deleteCanvasOf('Shared');
  await syncNow(app);
  const heading = window.getByRole('heading', { name: 'This canvas no longer exists' });
  await expect(heading).toBeVisible();
  await synced(app);
  await expect(window.getByRole('alert')).toHaveCount(0);
  await other.close();
});

import { expect } from './app.ts';
import { addConnection, test } from './connections.ts';

test.use({ isFirstStart: true });

test('the first start shows the sample threat model, drawn', async ({ start }) => {
  const { window } = await start();
  const tree = window.getByRole('tree', { name: 'Collections and threat models' });
  await expect(tree.getByRole('treeitem', { name: /^Examples/ })).toBeVisible();
  await expect(tree.getByRole('treeitem', { name: /^Web shop/ })).toBeVisible();
  for (const name of [
    'Browser, External entity',
    'CDN, Process',
    'Web app, Process',
    'API, Process',
    'Order queue, Data store',
    'Order worker, Process',
    'Shop database, Data store',
    'Payment provider, External entity',
  ]) {
    await expect(window.getByRole('group', { name })).toBeVisible();
  }
  await expect(window.getByRole('group', { name: /^Data flow/ })).toHaveCount(10);
  await expect(window.getByRole('group', { name: /, Trust boundary/ })).toHaveCount(3);
  await expect(window.getByRole('contentinfo')).toContainText('open threats');
});

test('the tour fits into the smallest window', async ({ start }) => {
  const { application, window } = await start();
  await application.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setContentSize(800, 600),
  );
  const tour = window.getByRole('complementary', { name: 'Tour' });
  await tour.getByRole('button', { name: 'Take the tour' }).click();
  for (const step of [1, 2, 3, 4, 5]) {
    await expect(tour).toContainText(`${step} of 5`);
    const card = await tour.boundingBox();
    expect(card?.x).toBeGreaterThanOrEqual(0);
    expect(card?.y).toBeGreaterThanOrEqual(0);
    expect((card?.x ?? 0) + (card?.width ?? 0)).toBeLessThanOrEqual(800);
    expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(600);
    await tour.getByRole('button', { name: step < 5 ? 'Next' : 'Done' }).click();
  }
  await expect(tour).toHaveCount(0);
});

test('a later start opens the last location, and adds no second sample', async ({ start }) => {
  const first = await start();
  await expect(first.window.getByRole('group', { name: /, Trust boundary/ })).toHaveCount(3);
  const tour = first.window.getByRole('complementary', { name: 'Tour' });
  await tour.getByRole('button', { name: 'Take the tour' }).click();
  await expect(tour).toContainText('1 of 5');
  await tour.getByRole('button', { name: 'Leave tour' }).click();
  await expect(tour).toHaveCount(0);
  await first.window.getByRole('link', { name: 'Home' }).click();
  await expect(first.window.getByRole('heading', { name: 'Threat models' })).toBeVisible();
  await first.application.close();

  const { window } = await start();
  await expect(window.getByRole('heading', { name: 'Threat models' })).toBeVisible();
  await expect(window.getByRole('treeitem', { name: /^Web shop/ })).toHaveCount(1);
  await expect(window.getByRole('complementary', { name: 'Tour' })).toHaveCount(0);
});

test('whoever declines the tour is not asked again at another service', async ({
  start,
  service,
}) => {
  const app = await start();
  const { window } = app;
  await window.getByRole('button', { name: 'No, thanks' }).click();
  const token = await service.token('*:read', '*:write');
  await addConnection(app, { name: 'Office', address: service.url, ...token });
  await window.getByRole('button', { name: 'Open now' }).click();
  await expect(window.getByRole('button', { name: 'Connection: Office' })).toBeVisible();
  await expect(window.getByRole('heading', { name: /^Find what can go wrong/ })).toBeVisible();
  expect(await window.getByRole('complementary', { name: 'Tour' }).count()).toBe(0);
});

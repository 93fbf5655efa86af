import { expect, saved, test } from './app.ts';
import { add, boxOf, canvas, drag, node, openEmptyCanvas } from './canvas.ts';

test('a drawing survives a kill, with its undo and redo', async ({ start }) => {
  const app = await start();
  await expect(canvas(app)).toBeVisible();
  await openEmptyCanvas(app);
  await add(app, 'p', 'Front end', 300, 200);
  await add(app, 'd', 'Orders', 600, 200);
  await add(app, 'e', 'Customer', 300, 420);
  await add(app, 'b', 'Private', 600, 480);

  const before = await boxOf(app, 'Front end, Process');
  await drag(app, 'Front end, Process', 40, 80);
  const after = await boxOf(app, 'Front end, Process');
  expect(after).not.toEqual(before);

  await node(app, 'Front end, Process').click();
  await app.window.keyboard.press('c');
  await node(app, 'Orders, Data store').click();
  await expect(canvas(app)).toHaveAccessibleName(/5 elements/);
  await saved(app);
  await app.kill();

  const later = await start();
  await expect(node(later, 'Orders, Data store')).toBeVisible();
  await expect(canvas(later)).toHaveAccessibleName(/5 elements/);

  await canvas(later).click({ position: { x: 500, y: 8 } });
  await later.window.keyboard.press('Control+z');
  await expect(canvas(later)).toHaveAccessibleName(/4 elements/);
  await later.window.keyboard.press('Control+Shift+z');
  await expect(canvas(later)).toHaveAccessibleName(/5 elements/);
});

test('a component is renamed and deleted, and undo restores it with its threats', async ({
  start,
}) => {
  const app = await start();
  const webApp = node(app, 'Web app, Process');
  await webApp.dblclick();
  await app.window.keyboard.press('Control+a');
  await app.window.keyboard.type('Store front');
  await app.window.keyboard.press('Enter');
  await expect(node(app, 'Store front, Process')).toBeVisible();

  await node(app, 'Store front, Process').click();
  const threats = app.window.getByRole('complementary', { name: 'Inspector' });
  await expect(threats).toContainText('Store front');
  const openThreats = app.window.getByRole('contentinfo').getByText(/open threats/);
  const before = (await openThreats.textContent()) ?? '';
  await app.window.keyboard.press('Delete');
  await expect(node(app, 'Store front, Process')).toBeHidden();
  await expect(openThreats).not.toHaveText(before);
  await app.window.keyboard.press('Control+z');
  await expect(node(app, 'Store front, Process')).toBeVisible();
  await expect(openThreats).toHaveText(before);
});

test('a boundary moves with its contents', async ({ start }) => {
  const app = await start();
  await expect(canvas(app)).toBeVisible();
  await openEmptyCanvas(app);
  await add(app, 'b', 'Network', 420, 320);
  await add(app, 'p', 'Inner', 420, 340);
  const before = await boxOf(app, 'Inner, Process');
  const boundary = await node(app, 'Network, Trust boundary').boundingBox();
  if (!boundary) throw new Error('no boundary');
  const { mouse } = app.window;
  await mouse.move(boundary.x + 30, boundary.y + 10);
  await mouse.down();
  await mouse.move(boundary.x + 130, boundary.y + 60, { steps: 8 });
  await mouse.up();
  const after = await boxOf(app, 'Inner, Process');
  expect(after.x - before.x).toBeGreaterThan(80);
  expect(after.y - before.y).toBeGreaterThan(30);
});

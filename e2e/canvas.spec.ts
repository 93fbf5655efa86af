import { expect, saved, test, type App } from './app.ts';

const canvas = ({ window }: App) => window.getByRole('application', { name: /^Canvas with/ });
const node = ({ window }: App, name: string) => window.getByRole('group', { name }).first();

/** A new canvas beside the sample's, empty. */
const openEmptyCanvas = async (app: App): Promise<void> => {
  await app.window.getByRole('button', { name: 'Add a canvas' }).click();
  await app.window.keyboard.press('Enter');
  await expect(app.window.getByRole('heading', { name: 'Draw the system' })).toBeVisible();
};

const add = async (app: App, key: string, name: string, x: number, y: number): Promise<void> => {
  const box = await canvas(app).boundingBox();
  await app.window.mouse.move((box?.x ?? 0) + x, (box?.y ?? 0) + y);
  await app.window.keyboard.press(key);
  await app.window.keyboard.type(name);
  await app.window.keyboard.press('Enter');
  await expect(node(app, name)).toBeVisible();
};

const place = async (app: App, name: string): Promise<{ x: number; y: number }> => {
  const box = await node(app, name).boundingBox();
  return { x: Math.round(box?.x ?? 0), y: Math.round(box?.y ?? 0) };
};

const drag = async (app: App, name: string, dx: number, dy: number): Promise<void> => {
  const box = await node(app, name).boundingBox();
  if (!box) throw new Error(`${name} is not on the canvas`);
  const { mouse } = app.window;
  await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await mouse.down();
  await mouse.move(box.x + box.width / 2 + dx, box.y + box.height / 2 + dy, { steps: 8 });
  await mouse.up();
};

test('what is drawn is there after a kill, and undo and redo lead through it', async ({
  start,
}) => {
  const app = await start();
  await expect(canvas(app)).toBeVisible();
  await openEmptyCanvas(app);
  await add(app, 'p', 'Front end', 300, 200);
  await add(app, 'd', 'Orders', 600, 200);
  await add(app, 'e', 'Customer', 300, 420);
  await add(app, 'b', 'Private', 600, 480);

  const before = await place(app, 'Process Front end');
  await drag(app, 'Process Front end', 40, 80);
  const after = await place(app, 'Process Front end');
  expect(after).not.toEqual(before);

  await node(app, 'Process Front end').click();
  await app.window.keyboard.press('c');
  await node(app, 'Data store Orders').click();
  await expect(canvas(app)).toHaveAccessibleName(/5 elements/);
  await saved(app);
  await app.kill();

  const later = await start();
  await expect(node(later, 'Data store Orders')).toBeVisible();
  await expect(canvas(later)).toHaveAccessibleName(/5 elements/);

  await canvas(later).click({ position: { x: 500, y: 8 } });
  await later.window.keyboard.press('Control+z');
  await expect(canvas(later)).toHaveAccessibleName(/4 elements/);
  await later.window.keyboard.press('Control+Shift+z');
  await expect(canvas(later)).toHaveAccessibleName(/5 elements/);
});

test('a component is renamed and deleted, and undo brings it back with its threats', async ({
  start,
}) => {
  const app = await start();
  const webApp = node(app, 'Process Web app');
  await webApp.dblclick();
  await app.window.keyboard.press('Control+a');
  await app.window.keyboard.type('Store front');
  await app.window.keyboard.press('Enter');
  await expect(node(app, 'Process Store front')).toBeVisible();

  await node(app, 'Process Store front').click();
  const threats = app.window.getByRole('complementary', { name: 'Inspector' });
  await expect(threats).toContainText('Store front');
  const openThreats = app.window.getByRole('contentinfo').getByText(/open threats/);
  const before = (await openThreats.textContent()) ?? '';
  await app.window.keyboard.press('Delete');
  await expect(node(app, 'Process Store front')).toBeHidden();
  await expect(openThreats).not.toHaveText(before);
  await app.window.keyboard.press('Control+z');
  await expect(node(app, 'Process Store front')).toBeVisible();
  await expect(openThreats).toHaveText(before);
});

test('a boundary moves what it holds', async ({ start }) => {
  const app = await start();
  await expect(canvas(app)).toBeVisible();
  await openEmptyCanvas(app);
  await add(app, 'b', 'Network', 420, 320);
  await add(app, 'p', 'Inner', 420, 340);
  const before = await place(app, 'Process Inner');
  const boundary = await node(app, 'Trust boundary Network').boundingBox();
  if (!boundary) throw new Error('no boundary');
  const { mouse } = app.window;
  await mouse.move(boundary.x + 30, boundary.y + 10);
  await mouse.down();
  await mouse.move(boundary.x + 130, boundary.y + 60, { steps: 8 });
  await mouse.up();
  const after = await place(app, 'Process Inner');
  expect(after.x - before.x).toBeGreaterThan(80);
  expect(after.y - before.y).toBeGreaterThan(30);
});

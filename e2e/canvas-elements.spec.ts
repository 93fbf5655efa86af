import { expect, saved, test, type App } from './app.ts';
import { canvas } from './canvas.ts';

const node = ({ window }: App, name: string | RegExp) =>
  window.getByRole('group', { name }).first();

const openEmptyCanvas = async (app: App): Promise<void> => {
  await expect(canvas(app)).toBeVisible();
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

const boxOf = async (app: App, name: string | RegExp) => {
  const box = await node(app, name).boundingBox();
  if (!box) throw new Error(`${String(name)} is not on the canvas`);
  return box;
};

const drag = async (app: App, name: string, dx: number, dy: number): Promise<void> => {
  const { x, y, width, height } = await boxOf(app, name);
  const { mouse } = app.window;
  await mouse.move(x + width / 2, y + height / 2);
  await mouse.down();
  // What is dragged follows from where the pointer has moved a little.
  await mouse.move(x + width / 2 + Math.sign(dx) * 2, y + height / 2 + Math.sign(dy) * 2);
  await mouse.move(x + width / 2 + dx, y + height / 2 + dy, { steps: 8 });
  await mouse.up();
};

/** What lies in front of all others. */
const lastDrawn = ({ window }: App) => window.locator('.react-flow__node').last();

const field = ({ window }: App, name: string) =>
  window.getByRole('complementary', { name: 'Inspector' }).getByRole('textbox', { name });

test('boundaries grow, collapse and open, elements are coloured, locked and sized', async ({
  start,
}) => {
  const app = await start();
  const { keyboard, mouse } = app.window;
  await openEmptyCanvas(app);
  await add(app, 'b', 'Network', 420, 320);
  await add(app, 'p', 'Inner', 420, 340);
  await add(app, 'd', 'Orders', 800, 340);

  await test.step('a boundary grows for what is dropped at its edge, in one step of undo', async () => {
    const before = await boxOf(app, 'Trust boundary Network');
    const from = await boxOf(app, 'Data store Orders');
    const right = before.x + before.width;
    await drag(app, 'Data store Orders', right - 30 - from.x - from.width / 2, 0);
    const grown = await boxOf(app, 'Trust boundary Network');
    const orders = await boxOf(app, 'Data store Orders');
    expect(grown.x + grown.width).toBeGreaterThan(orders.x + orders.width + 10);
    await keyboard.press('Control+z');
    await expect
      .poll(async () => (await boxOf(app, 'Trust boundary Network')).width)
      .toBe(before.width);
    await keyboard.press('Control+Shift+z');
    await expect
      .poll(async () => (await boxOf(app, 'Trust boundary Network')).width)
      .toBe(grown.width);
  });

  await test.step('it collapses by its control, says what it holds, and opens by its key', async () => {
    await node(app, 'Trust boundary Network').getByRole('button', { name: 'Collapse' }).click();
    const collapsed = node(app, 'Trust boundary Network, collapsed, holds 2 elements');
    await expect(collapsed).toBeFocused();
    await expect(node(app, 'Process Inner')).toBeHidden();
    await keyboard.press('Control+a');
    await drag(app, 'Trust boundary Network', 40, 60);
    await keyboard.press('Control+.');
    await expect(node(app, 'Process Inner')).toBeVisible();
    await keyboard.press('Control+z');
    await expect(collapsed).toBeVisible();
    await keyboard.press('Control+Shift+z');
    await expect(node(app, 'Process Inner')).toBeVisible();
  });

  await test.step('a colour for several, by the menu', async () => {
    await node(app, 'Process Inner').click();
    await node(app, 'Data store Orders').click({ modifiers: ['Shift'] });
    await node(app, 'Data store Orders').click({ button: 'right' });
    await app.window.getByRole('menuitem', { name: 'Colour' }).click();
    await app.window.getByRole('menuitem', { name: 'Green' }).click();
    await keyboard.press('Escape');
    await node(app, 'Process Inner').click();
    await expect(app.window.getByRole('radio', { name: 'Green' })).toBeChecked();
  });

  await test.step('what is locked stays, and says so', async () => {
    await keyboard.press('Control+l');
    await expect(node(app, 'Process Inner, locked')).toBeVisible();
    const place = await boxOf(app, 'Process Inner');
    await keyboard.press('ArrowRight');
    await expect(app.window.getByText(/Locked elements stay where they are/)).toBeVisible();
    await keyboard.press('Delete');
    await expect(app.window.getByText(/Locked elements are not deleted/)).toBeVisible();
    await drag(app, 'Process Inner', 50, 50);
    expect(await boxOf(app, 'Process Inner')).toEqual(place);
    await expect(field(app, 'X')).toBeDisabled();
    await node(app, 'Process Inner').click();
    await keyboard.press('Control+l');
    await expect(field(app, 'X')).toBeEnabled();
  });

  await test.step('resized by keys in one step, and by numbers', async () => {
    const width = Number(await field(app, 'Width').inputValue());
    await keyboard.down('Alt');
    await keyboard.down('Shift');
    for (let times = 0; times < 3; times += 1) await keyboard.press('ArrowRight');
    await keyboard.up('Shift');
    await keyboard.up('Alt');
    await expect(field(app, 'Width')).toHaveValue(String(width + 30));
    await field(app, 'Height').fill('120');
    await keyboard.press('Enter');
    await saved(app);
    expect((await boxOf(app, 'Process Inner')).height).toBe(120);
  });

  await test.step('brought to the front, and taken out of scope', async () => {
    await node(app, 'Process Inner').click();
    await expect(lastDrawn(app)).toHaveAccessibleName(/Orders/);
    await keyboard.press('Shift+PageUp');
    await expect(lastDrawn(app)).toHaveAccessibleName(/Inner/);
    await node(app, 'Process Inner').click({ button: 'right' });
    await app.window.getByRole('menuitem', { name: /out of scope/ }).click();
    await expect(node(app, 'Process Inner, out of scope')).toBeVisible();
  });

  await mouse.move(5, 5);
  await saved(app);
  await app.kill();
  const later = await start();
  await node(later, 'Process Inner, out of scope').click();
  await expect(lastDrawn(later)).toHaveAccessibleName(/Inner/);
  await expect(later.window.getByRole('radio', { name: 'Green' })).toBeChecked();
  await expect(field(later, 'Height')).toHaveValue('120');
});

test('drawn on from an element: a kind is chosen where a flow is let go, and by keys alone', async ({
  start,
}) => {
  const app = await start();
  const { keyboard, mouse } = app.window;
  await openEmptyCanvas(app);
  await add(app, 'p', 'Front end', 250, 150);

  const pull = async (dx: number, dy: number): Promise<void> => {
    const { x, y, width, height } = await boxOf(app, 'Process Front end');
    await mouse.move(x + width / 2, y + height / 2);
    await mouse.move(x + width, y + height / 2);
    await mouse.down();
    await mouse.move(x + width + dx, y + height / 2 + dy, { steps: 6 });
    await mouse.up();
  };

  await pull(250, 0);
  const picker = app.window.getByRole('menu', { name: 'What the flow leads to' });
  await expect(picker).toBeVisible();
  await keyboard.press('Escape');
  await expect(picker).toBeHidden();
  await expect(canvas(app)).toHaveAccessibleName(/1 element/);

  await pull(250, 0);
  await expect(picker).toBeVisible();
  await keyboard.press('d');
  await keyboard.type('Orders');
  await keyboard.press('Enter');
  await expect(node(app, 'Data store Orders')).toBeFocused();
  await expect(canvas(app)).toHaveAccessibleName(/3 elements/);
  await keyboard.press('Control+z');
  await expect(canvas(app)).toHaveAccessibleName(/3 elements/);
  await keyboard.press('Control+z');
  await expect(canvas(app)).toHaveAccessibleName(/1 element/);

  await pull(0, 220);
  await expect(picker.getByRole('menuitem', { name: 'Process' })).toBeFocused();
  await keyboard.press('Enter');
  await keyboard.type('Mailer');
  await keyboard.press('Enter');
  await expect(node(app, 'Process Mailer')).toBeFocused();

  await keyboard.press('Control+ArrowRight');
  await keyboard.type('Queue');
  await keyboard.press('Enter');
  await expect(node(app, 'Process Queue')).toBeFocused();
  await keyboard.press('Control+ArrowLeft');
  await expect(canvas(app).getByRole('status')).toContainText('Connected Queue to Mailer');
  await expect(canvas(app)).toHaveAccessibleName(/6 elements/);

  await node(app, 'Process Queue').click();
  await keyboard.type('Work queue');
  await keyboard.press('Enter');
  await expect(node(app, 'Process Work queue')).toBeVisible();

  await app.window.getByRole('button', { name: 'External entity' }).dblclick();
  await keyboard.type('Customer');
  await keyboard.press('Enter');
  await expect(node(app, 'External entity Customer')).toBeFocused();

  await saved(app);
  await app.kill();
  const later = await start();
  await expect(node(later, 'Process Work queue')).toBeVisible();
  await expect(canvas(later)).toHaveAccessibleName(/7 elements/);
});

import { expect, saved, test, type App } from './app.ts';
import { add, boxOf, canvas, drag, node, openEmptyCanvas } from './canvas.ts';

/** The element in front of all others. */
const lastDrawn = ({ window }: App) => window.locator('.react-flow__node').last();

const field = ({ window }: App, name: string) =>
  window.getByRole('complementary', { name: 'Inspector' }).getByRole('textbox', { name });

test('boundaries grow, collapse, and expand, and elements are colored, locked, and resized', async ({
  start,
}) => {
  const app = await start();
  const { keyboard, mouse } = app.window;
  await openEmptyCanvas(app);
  await add(app, 'b', 'Network', 420, 320);
  await add(app, 'p', 'Inner', 420, 340);
  await add(app, 'd', 'Orders', 800, 340);

  await test.step('a boundary grows for an element dropped at its edge, in one undo step', async () => {
    const before = await boxOf(app, 'Network, Trust boundary');
    const from = await boxOf(app, 'Orders, Data store');
    const right = before.x + before.width;
    await drag(app, 'Orders, Data store', right - 30 - from.x - from.width / 2, 0);
    const grown = await boxOf(app, 'Network, Trust boundary');
    const orders = await boxOf(app, 'Orders, Data store');
    expect(grown.x + grown.width).toBeGreaterThan(orders.x + orders.width + 10);
    await keyboard.press('Control+z');
    await expect
      .poll(async () => (await boxOf(app, 'Network, Trust boundary')).width)
      .toBe(before.width);
    await keyboard.press('Control+Shift+z');
    await expect
      .poll(async () => (await boxOf(app, 'Network, Trust boundary')).width)
      .toBe(grown.width);
  });

  await test.step('a boundary collapses by its button, shows the number of elements, and expands by its key', async () => {
    await node(app, 'Network, Trust boundary').getByRole('button', { name: 'Collapse' }).click();
    const collapsed = node(app, 'Network, Trust boundary, collapsed, 2 elements inside');
    await expect(collapsed).toBeFocused();
    await expect(node(app, 'Inner, Process')).toBeHidden();
    await keyboard.press('Control+a');
    await drag(app, 'Network, Trust boundary', 40, 60);
    await keyboard.press('Control+.');
    await expect(node(app, 'Inner, Process')).toBeVisible();
    await keyboard.press('Control+z');
    await expect(collapsed).toBeVisible();
    await keyboard.press('Control+Shift+z');
    await expect(node(app, 'Inner, Process')).toBeVisible();
  });

  await test.step('the menu colors several elements', async () => {
    await node(app, 'Inner, Process').click();
    await node(app, 'Orders, Data store').click({ modifiers: ['Shift'] });
    await node(app, 'Orders, Data store').click({ button: 'right' });
    await app.window.getByRole('menuitem', { name: 'Color' }).click();
    await app.window.getByRole('menuitem', { name: 'Green' }).click();
    await keyboard.press('Escape');
    await node(app, 'Inner, Process').click();
    await app.window.getByText('Appearance').click();
    await expect(app.window.getByRole('radio', { name: 'Green' })).toBeChecked();
    await node(app, 'Inner, Process').click();
  });

  await test.step('a locked element stays and says so', async () => {
    await keyboard.press('Control+l');
    await expect(node(app, /^Inner, Process.*, locked/)).toBeVisible();
    const box = await boxOf(app, 'Inner, Process');
    await keyboard.press('ArrowRight');
    await expect(app.window.getByText(/Locked elements can’t be moved/)).toBeVisible();
    await keyboard.press('Delete');
    await expect(app.window.getByText(/Locked elements can’t be deleted/)).toBeVisible();
    await drag(app, 'Inner, Process', 50, 50);
    await expect.poll(() => boxOf(app, 'Inner, Process')).toEqual(box);
    await expect(field(app, 'X')).toBeDisabled();
    await node(app, 'Inner, Process').click();
    await keyboard.press('Control+l');
    await expect(field(app, 'X')).toBeEnabled();
  });

  await test.step('an element is resized by keys in one step, and by numbers', async () => {
    const width = Number(await field(app, 'Width').inputValue());
    await keyboard.down('Alt');
    await keyboard.down('Shift');
    for (let times = 0; times < 3; times += 1) await keyboard.press('ArrowRight');
    await keyboard.up('Shift');
    await keyboard.up('Alt');
    await expect(field(app, 'Width')).toHaveValue(String(width + 30));
    await expect(canvas(app).getByRole('status')).toHaveText(/^180 wide, \d+ high$/);
    await field(app, 'Height').fill('120');
    await keyboard.press('Enter');
    await saved(app);
    await expect.poll(async () => (await boxOf(app, 'Inner, Process')).height).toBe(120);
  });

  await test.step('an element is brought to the front, and set out of scope', async () => {
    await node(app, 'Inner, Process').click();
    await expect(lastDrawn(app)).toHaveAccessibleName(/Orders/);
    await keyboard.press('Shift+PageUp');
    await expect(lastDrawn(app)).toHaveAccessibleName(/Inner/);
    await node(app, 'Inner, Process').click({ button: 'right' });
    await app.window.getByRole('menuitemcheckbox', { name: 'Out of scope' }).click();
    await expect(node(app, /^Inner, Process.*, out of scope/)).toBeVisible();
  });

  await mouse.move(5, 5);
  await saved(app);
  await app.kill();
  const later = await start();
  await node(later, /^Inner, Process.*, out of scope/).click();
  await expect(lastDrawn(later)).toHaveAccessibleName(/Inner/);
  await later.window.getByText('Appearance').click();
  await expect(later.window.getByRole('radio', { name: 'Green' })).toBeChecked();
  await expect(field(later, 'Height')).toHaveValue('120');
});

test('an element is extended: by choosing a kind where a flow is dropped, and by keys alone', async ({
  start,
}) => {
  const app = await start();
  const { keyboard, mouse } = app.window;
  await openEmptyCanvas(app);
  await add(app, 'p', 'Front end', 250, 150);

  const pull = async (dx: number, dy: number): Promise<void> => {
    const { x, y, width, height } = await boxOf(app, 'Front end, Process');
    await mouse.move(x + width / 2, y + height / 2);
    await mouse.move(x + width, y + height / 2);
    await mouse.down();
    await mouse.move(x + width + dx, y + height / 2 + dy, { steps: 6 });
    await mouse.up();
  };

  await pull(250, 0);
  const picker = app.window.getByRole('menu', { name: 'Choose target type' });
  await expect(picker).toBeVisible();
  await keyboard.press('Escape');
  await expect(picker).toBeHidden();
  await expect(canvas(app)).toHaveAccessibleName(/1 element/);

  await pull(250, 0);
  await expect(picker).toBeVisible();
  await keyboard.press('d');
  await keyboard.type('Orders');
  await keyboard.press('Enter');
  await expect(node(app, 'Orders, Data store')).toBeFocused();
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
  await expect(node(app, 'Mailer, Process')).toBeFocused();

  await keyboard.press('Control+ArrowRight');
  await keyboard.type('Queue');
  await keyboard.press('Enter');
  await expect(node(app, 'Queue, Process')).toBeFocused();
  await keyboard.press('Control+ArrowLeft');
  await expect(canvas(app).getByRole('status')).toContainText('Connected Queue to Mailer');
  await expect(canvas(app)).toHaveAccessibleName(/6 elements/);

  await node(app, 'Queue, Process').click();
  await keyboard.type('Work queue');
  await keyboard.press('Enter');
  await expect(node(app, 'Work queue, Process')).toBeVisible();

  await app.window.getByRole('button', { name: 'External entity' }).dblclick();
  await keyboard.type('Customer');
  await keyboard.press('Enter');
  await expect(node(app, 'Customer, External entity')).toBeFocused();

  await saved(app);
  await app.kill();
  const later = await start();
  await expect(node(later, 'Work queue, Process')).toBeVisible();
  await expect(canvas(later)).toHaveAccessibleName(/7 elements/);
});

test('a text that is being written is kept when its element leaves the view', async ({ start }) => {
  const app = await start();
  const { window } = app;
  const text = 'First line\nSecond line';
  await openEmptyCanvas(app);
  await canvas(app).click({ position: { x: 400, y: 300 } });
  await window.keyboard.press('n');
  const editor = canvas(app).getByRole('textbox');
  await expect(editor).toBeFocused();
  await editor.fill(text);
  await window.mouse.move(700, 600);
  for (let step = 0; step < 4; step += 1) await window.mouse.wheel(0, 800);
  await expect(editor).toHaveCount(0);
  await window.keyboard.press('Control+0');
  await expect(canvas(app).getByText('Second line').first()).toBeVisible();
  await expect(editor).toHaveCount(0);
  await saved(app);
});

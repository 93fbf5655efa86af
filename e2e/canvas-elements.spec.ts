import { expect, saved, test, type App } from './app.ts';
import { add, boxOf, canvas, drag, node, openEmptyCanvas, type Box } from './canvas.ts';
import { savedDrawings } from './saved-drawing.ts';

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

  await test.step('it collapses by its control, says what it holds, and opens by its key', async () => {
    await node(app, 'Network, Trust boundary').getByRole('button', { name: 'Collapse' }).click();
    const collapsed = node(app, 'Network, Trust boundary, collapsed, holds 2 elements');
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

  await test.step('a colour for several, by the menu', async () => {
    await node(app, 'Inner, Process').click();
    await node(app, 'Orders, Data store').click({ modifiers: ['Shift'] });
    await node(app, 'Orders, Data store').click({ button: 'right' });
    await app.window.getByRole('menuitem', { name: 'Colour' }).click();
    await app.window.getByRole('menuitem', { name: 'Green' }).click();
    await keyboard.press('Escape');
    await node(app, 'Inner, Process').click();
    await expect(app.window.getByRole('radio', { name: 'Green' })).toBeChecked();
  });

  await test.step('what is locked stays, and says so', async () => {
    await keyboard.press('Control+l');
    await expect(node(app, /^Inner, Process.*, locked/)).toBeVisible();
    const place = await boxOf(app, 'Inner, Process');
    await keyboard.press('ArrowRight');
    await expect(app.window.getByText(/Locked elements stay where they are/)).toBeVisible();
    await keyboard.press('Delete');
    await expect(app.window.getByText(/Locked elements are not deleted/)).toBeVisible();
    await drag(app, 'Inner, Process', 50, 50);
    expect(await boxOf(app, 'Inner, Process')).toEqual(place);
    await expect(field(app, 'X')).toBeDisabled();
    await node(app, 'Inner, Process').click();
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
    await expect(canvas(app).getByRole('status')).toHaveText(/^180 wide, \d+ high$/);
    await field(app, 'Height').fill('120');
    await keyboard.press('Enter');
    await saved(app);
    expect((await boxOf(app, 'Inner, Process')).height).toBe(120);
  });

  await test.step('brought to the front, and taken out of scope', async () => {
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
    const { x, y, width, height } = await boxOf(app, 'Front end, Process');
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

/** Drags an element of the palette onto the canvas and names what comes of it. */
const dropFromPalette = async (app: App, kind: string, name: string, x: number, y: number) => {
  const tool = app.window.getByRole('button', { name: kind, exact: true });
  await tool.dragTo(canvas(app), { targetPosition: { x, y } });
  await app.window.keyboard.type(name);
  await app.window.keyboard.press('Enter');
};

/** Takes a node by the handle at its lower end corner and moves that, without letting go. */
const pullCorner = async (
  { window }: App,
  { x, y, width, height }: Box,
  dx: number,
  dy: number,
) => {
  await window.mouse.move(x + width, y + height);
  await window.mouse.down();
  await window.mouse.move(x + width + dx, y + height + dy, { steps: 6 });
};

const sizeOf = ({ width, height }: Box) => ({ width, height });

test('elements are dropped from the palette, nested and resized by hand, and Escape gives up', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { keyboard, mouse } = app.window;
  await openEmptyCanvas(app);
  const drawing = async () => {
    await saved(app);
    const drawn = savedDrawings(profile, 'Web shop')['Canvas 2'];
    if (!drawn) throw new Error('no such canvas');
    return drawn;
  };

  await test.step('dropped, also into a boundary', async () => {
    await dropFromPalette(app, 'Trust boundary', 'Network', 350, 250);
    await dropFromPalette(app, 'Process', 'Shop', 270, 190);
    await expect(node(app, 'Shop, Process, in Network')).toBeFocused();
    await dropFromPalette(app, 'Trust boundary', 'Vault', 700, 520);
    await expect(node(app, 'Vault, Trust boundary')).toBeFocused();
    expect((await drawing()).holders).toEqual({ Shop: 'Network' });
  });

  await test.step('a boundary goes into another one, which moves both of what it holds', async () => {
    const vault = await boxOf(app, 'Vault, Trust boundary');
    await mouse.move(vault.x + 60, vault.y + 12);
    await mouse.down();
    await mouse.move(vault.x - 200, vault.y - 178, { steps: 8 });
    await mouse.up();
    await expect(node(app, 'Vault, Trust boundary, in Network')).toBeVisible();
    const before = await drawing();
    expect(before.holders).toEqual({ Shop: 'Network', Vault: 'Network' });

    const network = await boxOf(app, 'Network, Trust boundary');
    await mouse.move(network.x + 60, network.y + 12);
    await mouse.down();
    await mouse.move(network.x + 160, network.y + 72, { steps: 8 });
    await mouse.up();
    const after = await drawing();
    expect(after.boxes['Network']).not.toEqual(before.boxes['Network']);
    expect(after.boxes['Shop']).toEqual(before.boxes['Shop']);
    expect(after.boxes['Vault']).toEqual(before.boxes['Vault']);
  });

  await test.step('resized by its corner, in one step; with Shift it keeps its form', async () => {
    await node(app, 'Shop, Process').click();
    const before = await boxOf(app, 'Shop, Process');
    await pullCorner(app, before, 60, 40);
    await mouse.up();
    const larger = await boxOf(app, 'Shop, Process');
    expect(larger.width).toBeGreaterThan(before.width + 40);
    expect(larger.height).toBeGreaterThan(before.height + 20);
    expect((await drawing()).boxes['Shop']).toMatchObject(sizeOf(larger));
    await keyboard.press('Control+z');
    await expect.poll(() => boxOf(app, 'Shop, Process')).toEqual(before);

    await keyboard.down('Shift');
    await pullCorner(app, before, 75, 2);
    await mouse.up();
    await keyboard.up('Shift');
    const { width, height } = await boxOf(app, 'Shop, Process');
    expect(width).toBeGreaterThan(before.width + 60);
    expect(height / width).toBeCloseTo(before.height / before.width, 1);
    expect(height).toBeGreaterThan(before.height + 20);
  });

  await test.step('dragged with Shift, it goes straight', async () => {
    const before = await boxOf(app, 'Shop, Process');
    await mouse.move(before.x + 30, before.y + 20);
    await mouse.down();
    await mouse.move(before.x + 40, before.y + 22);
    await keyboard.down('Shift');
    await mouse.move(before.x + 110, before.y + 63, { steps: 6 });
    await mouse.up();
    await keyboard.up('Shift');
    const after = await boxOf(app, 'Shop, Process');
    expect(after.x).toBeGreaterThan(before.x + 50);
    expect(after.y).toBe(before.y);
  });

  await test.step('Escape gives up a drag and a resize, whatever the hand does then', async () => {
    const before = await boxOf(app, 'Shop, Process');
    const { boxes } = await drawing();
    await mouse.move(before.x + 30, before.y + 20);
    await mouse.down();
    await mouse.move(before.x + 230, before.y + 20, { steps: 5 });
    expect((await boxOf(app, 'Shop, Process')).x).toBeGreaterThan(before.x + 100);
    await keyboard.press('Escape');
    expect(await boxOf(app, 'Shop, Process')).toEqual(before);
    await mouse.move(before.x + 330, before.y + 60, { steps: 3 });
    await mouse.up();

    await pullCorner(app, before, 80, 60);
    await keyboard.press('Escape');
    await mouse.move(before.x + before.width + 160, before.y + before.height + 90, { steps: 3 });
    await mouse.up();
    expect(await boxOf(app, 'Shop, Process')).toEqual(before);
    await expect(node(app, 'Shop, Process')).toHaveClass(/selected/);
    expect((await drawing()).boxes).toEqual(boxes);
    await drag(app, 'Shop, Process', 40, 20);
    expect((await boxOf(app, 'Shop, Process')).x).toBeGreaterThan(before.x + 20);
  });

  await test.step('a note takes several lines, and Escape ends without losing them', async () => {
    await dropFromPalette(app, 'Note', 'First line', 200, 660);
    await keyboard.type('Second line');
    await keyboard.press('Escape');
    await expect(node(app, /^First line\s+Second line, Note/)).toBeFocused();
    expect((await drawing()).nodes.map(({ label }) => label)).toContain('First line\nSecond line');
  });

  await test.step('a long name is seen whole while it is written, and then in whole lines', async () => {
    const name = 'Orders of all the shops that we have, in this country and elsewhere';
    await node(app, 'Shop, Process').click();
    await keyboard.press('F2');
    await keyboard.type(name);
    const editor = app.window.getByRole('textbox', { name: 'Name of the Process' });
    expect(await editor.evaluate((area) => area.scrollHeight - area.clientHeight)).toBe(0);
    await keyboard.press('Enter');
    const label = node(app, /^Orders of all/).locator('[dir=auto]');
    const lines = await label.evaluate((text) => {
      const { lineHeight } = getComputedStyle(text);
      return text.getBoundingClientRect().height / Number.parseFloat(lineHeight);
    });
    expect(Math.abs(lines - Math.round(lines))).toBeLessThan(0.1);
  });
});

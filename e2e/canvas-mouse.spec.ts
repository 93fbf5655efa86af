import { expect, saved, test, type App } from './app.ts';
import { boxOf, canvas, drag, node, openEmptyCanvas, type Box } from './canvas.ts';
import { savedDrawings } from './saved-drawing.ts';

/** Drags an element from the palette onto the canvas and names the new element. */
const dropFromPalette = async (app: App, kind: string, name: string, x: number, y: number) => {
  const tool = app.window.getByRole('button', { name: kind, exact: true });
  await tool.dragTo(canvas(app), { targetPosition: { x, y } });
  await app.window.keyboard.type(name);
  await app.window.keyboard.press('Enter');
};

/** Drags a node's lower right handle, without dropping it. */
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

test('elements are dropped from the palette, nested, and resized with the mouse, and Esc cancels', async ({
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

  await test.step('dropping an element, also into a boundary', async () => {
    await dropFromPalette(app, 'Trust boundary', 'Network', 350, 250);
    await dropFromPalette(app, 'Process', 'Shop', 270, 190);
    await expect(node(app, 'Shop, Process, in Network')).toBeFocused();
    await dropFromPalette(app, 'Trust boundary', 'Vault', 700, 520);
    await expect(node(app, 'Vault, Trust boundary')).toBeFocused();
    expect((await drawing()).holders).toEqual({ Shop: 'Network' });
  });

  await test.step('Esc puts a selected tool back, with the pointer still over it', async () => {
    const tool = app.window.getByRole('button', { name: 'Data store', exact: true });
    await tool.hover();
    await expect(app.window.getByRole('tooltip')).toBeVisible();
    await tool.click();
    await expect(tool).toHaveAttribute('aria-pressed', 'true');
    await keyboard.press('Escape');
    await expect(tool).toHaveAttribute('aria-pressed', 'false');
    await tool.click();
    await mouse.move(800, 200);
    await mouse.click(800, 200);
    await keyboard.type('Ledger');
    await keyboard.press('Enter');
    await expect(node(app, 'Ledger, Data store')).toBeFocused();
    await keyboard.press('Delete');
  });

  await test.step('a boundary is dropped into another one, and the contents of both move with it', async () => {
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

  await test.step('resizing by a corner is one step, and Shift keeps the proportions', async () => {
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

  await test.step('dragging with Shift moves in a straight line', async () => {
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

  await test.step('Esc cancels a drag and a resize, whatever the pointer does afterwards', async () => {
    const before = await boxOf(app, 'Shop, Process');
    const { boxes } = await drawing();
    await mouse.move(before.x + 30, before.y + 20);
    await mouse.down();
    await mouse.move(before.x + 230, before.y + 20, { steps: 5 });
    await expect
      .poll(async () => (await boxOf(app, 'Shop, Process')).x)
      .toBeGreaterThan(before.x + 100);
    await keyboard.press('Escape');
    await expect.poll(() => boxOf(app, 'Shop, Process')).toEqual(before);
    await mouse.move(before.x + 330, before.y + 60, { steps: 3 });
    await mouse.up();

    await pullCorner(app, before, 80, 60);
    await keyboard.press('Escape');
    await mouse.move(before.x + before.width + 160, before.y + before.height + 90, { steps: 3 });
    await mouse.up();
    await expect.poll(() => boxOf(app, 'Shop, Process')).toEqual(before);
    await expect(node(app, 'Shop, Process')).toHaveClass(/selected/);
    expect((await drawing()).boxes).toEqual(boxes);
    await drag(app, 'Shop, Process', 40, 20);
    await expect
      .poll(async () => (await boxOf(app, 'Shop, Process')).x)
      .toBeGreaterThan(before.x + 20);
  });

  await test.step('a note has several lines, and Esc ends the editing without losing them', async () => {
    await dropFromPalette(app, 'Note', 'First line', 200, 660);
    await keyboard.type('Second line');
    await keyboard.press('Escape');
    await expect(node(app, /^First line\s+Second line, Note/)).toBeFocused();
    expect((await drawing()).nodes.map(({ label }) => label)).toContain('First line\nSecond line');
  });

  await test.step('a long name is shown whole while it is edited, and then in whole lines', async () => {
    const name = 'Orders of all the shops that we have, in this country and elsewhere';
    await node(app, 'Shop, Process').click();
    await keyboard.press('F2');
    await keyboard.type(name);
    const editor = app.window.getByRole('textbox', { name: 'Process name' });
    await expect
      .poll(() => editor.evaluate((area) => area.scrollHeight - area.clientHeight))
      .toBe(0);
    await keyboard.press('Enter');
    const label = node(app, /^Orders of all/).locator('[dir=auto]');
    const lines = await label.evaluate((text) => {
      const { lineHeight } = getComputedStyle(text);
      return text.getBoundingClientRect().height / Number.parseFloat(lineHeight);
    });
    expect(Math.abs(lines - Math.round(lines))).toBeLessThan(0.1);
  });
});

import type { Locator } from '@playwright/test';
import { expect, saved, test, type App } from './app.ts';
import { canvas } from './canvas.ts';

const row = ({ window }: App, name: string | RegExp): Locator =>
  window.getByRole('tree', { name: 'Canvas elements' }).getByRole('treeitem', { name });

const group = ({ window }: App, name: string | RegExp): Locator =>
  window.getByRole('group', { name });

/** Adds an element with the shortcut of its kind, and types its name. */
const add = async (app: App, key: string, name: string): Promise<void> => {
  await app.window.keyboard.press(key);
  await expect(app.window.getByRole('textbox', { name: / name$/ })).toBeFocused();
  await app.window.keyboard.type(name);
  await app.window.keyboard.press('Enter');
};

/** Holds a key down for `times` key events. */
const hold = async (app: App, key: string, times: number): Promise<void> => {
  for (let time = 0; time < times; time += 1) await app.window.keyboard.down(key);
  await app.window.keyboard.up(key);
};

test('a complete diagram is drawn without a mouse', async ({ start }) => {
  const app = await start();
  const { keyboard } = app.window;
  await expect(canvas(app)).toBeVisible();
  await app.window.getByRole('button', { name: 'Add canvas' }).press('Enter');
  await keyboard.press('Enter');
  await expect(app.window.getByRole('heading', { name: 'Draw your system' })).toBeVisible();
  await canvas(app).focus();

  await test.step('on the canvas: add, move out of the boundary, read', async () => {
    await add(app, 'b', 'Network');
    await add(app, 'e', 'Customer');
    await expect(group(app, /Customer.*in Network/)).toBeFocused();
    await hold(app, 'ArrowLeft', 32);
    await expect(group(app, /Customer.*in Network/)).toHaveCount(0);
    await expect(canvas(app).getByRole('status')).toHaveText(/^At -?[\d,]+, -?[\d,]+$/);
    await add(app, 'p', 'Shop');
    await expect(group(app, /Shop.*in Network/)).toBeFocused();
  });

  await test.step('connect by direction, and by the name of the target', async () => {
    await keyboard.press('c');
    await keyboard.press('ArrowLeft');
    await keyboard.press('Enter');
    await expect(canvas(app)).toHaveAccessibleName(/4 elements/);
    await keyboard.press('Escape');
    await keyboard.press('Escape');
    await add(app, 'd', 'Orders');
    await keyboard.press('Shift+C');
    await app.window.getByRole('textbox', { name: 'Connect Orders to' }).fill('shop');
    await keyboard.press('Enter');
    await expect(group(app, /from Orders to Shop/)).toBeFocused();
    await keyboard.press('Enter');
    await keyboard.type('Reads');
    await keyboard.press('Enter');
    await expect(group(app, /Reads.*from Orders to Shop/)).toBeFocused();
  });

  await test.step('in the outline: nest, connect, rename, delete', async () => {
    await keyboard.press('Control+Shift+O');
    await expect(row(app, /Reads/)).toBeFocused();
    await keyboard.press('Home');
    await expect(row(app, /^Network, Trust boundary/)).toBeFocused();
    await keyboard.type('shop');
    await expect(row(app, /^Shop, Process/)).toBeFocused();
    await keyboard.press('ArrowLeft');
    await keyboard.press('ArrowLeft');
    await expect(row(app, /^Network, Trust boundary/)).toBeFocused();
    await add(app, 'b', 'Vault');
    await expect(row(app, /^Vault, Trust boundary/)).toHaveAttribute('aria-level', '2');
    await expect(row(app, /^Vault, Trust boundary/)).toBeFocused();
    await add(app, 'd', 'Keys');
    await expect(row(app, /^Keys, Data store/)).toHaveAttribute('aria-level', '3');
    await keyboard.press('c');
    await keyboard.type('shop');
    await keyboard.press('Enter');
    // The label editor of the new flow has the focus.
    await keyboard.type('Secrets');
    await keyboard.press('Enter');
    await expect(row(app, /^Data flow Secrets, from Keys to Shop/)).toBeFocused();
    await add(app, 'n', 'Scrap');
    await expect(row(app, /^Scrap, Note/)).toBeFocused();
    await keyboard.press('Delete');
    await expect(row(app, /^Scrap, Note/)).toHaveCount(0);
  });

  await test.step('move into a boundary by its name', async () => {
    await row(app, /^Orders, Data store/).focus();
    await keyboard.press('Escape');
    await expect(group(app, /Orders.*in Network/)).toBeFocused();
    await keyboard.press('Control+Shift+B');
    await app.window.getByRole('textbox', { name: 'Move into boundary' }).fill('vault');
    await keyboard.press('Enter');
    await expect(group(app, /Orders.*in Vault/)).toBeFocused();
  });

  await saved(app);
  await app.kill();
  const later = await start();
  await expect(row(later, /./)).toHaveCount(9);
  for (const [name, level] of [
    [/^Customer, External entity/, 1],
    [/^Network, Trust boundary/, 1],
    [/^Shop, Process/, 2],
    [/^Data flow, from Shop to Customer/, 3],
    [/^Vault, Trust boundary/, 2],
    [/^Keys, Data store/, 3],
    [/^Data flow Secrets, from Keys to Shop/, 4],
    [/^Orders, Data store/, 3],
    [/^Data flow Reads, from Orders to Shop/, 4],
  ] as const) {
    await expect(row(later, name)).toHaveAttribute('aria-level', String(level));
  }
});

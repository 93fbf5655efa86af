import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rectangle } from 'electron';
import { expect, saved, test, type App } from './app.ts';

const tree = ({ window }: App) =>
  window.getByRole('tree', { name: 'Collections and threat models' });
const item = (app: App, name: RegExp) => tree(app).getByRole('treeitem', { name });

const createCollection = async (app: App, title: string): Promise<void> => {
  await app.window.getByRole('button', { name: 'New collection…' }).click();
  await app.window.getByRole('textbox').last().fill(title);
  await app.window.keyboard.press('Enter');
  await expect(item(app, new RegExp(`^${title}`))).toBeVisible();
};

test('a collection is created, renamed, deleted, and restored', async ({ start }) => {
  const app = await start();
  await expect(item(app, /^Examples/)).toBeVisible();
  await createCollection(app, 'Payments');

  await item(app, /^Payments/).click();
  await app.window.keyboard.press('F2');
  await app.window.keyboard.press('Control+a');
  await app.window.keyboard.type('Money');
  await app.window.keyboard.press('Enter');
  await expect(item(app, /^Money/)).toBeVisible();

  await item(app, /^Examples/).click({ button: 'right' });
  await app.window.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(item(app, /^Web shop/)).toBeHidden();
  await app.window.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(item(app, /^Web shop/)).toBeVisible();

  await saved(app);

  await app.kill();
  const later = await start();
  await expect(item(later, /^Money/)).toBeVisible();
  await expect(item(later, /^Web shop/)).toBeVisible();
});

test('a threat model and its canvases are created, renamed, and deleted', async ({ start }) => {
  const app = await start();
  await expect(item(app, /^Examples/)).toBeVisible();
  await item(app, /^Examples/).click({ button: 'right' });
  await app.window.getByRole('menuitem', { name: 'New threat model…' }).click();
  await app.window.getByRole('textbox', { name: 'Title' }).fill('Mobile app');
  await app.window.keyboard.press('Enter');
  await expect(item(app, /^Mobile app/)).toBeVisible();
  await expect(app.window.getByRole('heading', { name: 'Draw your system' })).toBeVisible();

  const tabs = app.window.getByRole('tablist', { name: 'Canvases' });
  await app.window.getByRole('button', { name: 'Add canvas' }).click();
  await app.window.keyboard.press('Enter');
  await expect(tabs.getByRole('tab')).toHaveCount(2);
  await tabs.getByRole('tab').last().click({ button: 'right' });
  await app.window.getByRole('menuitem', { name: /Delete/ }).click();
  await expect(tabs.getByRole('tab')).toHaveCount(1);
  await app.window.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(tabs.getByRole('tab')).toHaveCount(2);

  await item(app, /^Mobile app/).click({ button: 'right' });
  await app.window.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(item(app, /^Mobile app/)).toBeHidden();
});

test('the native menu has the commands, and runs them', async ({ start }) => {
  const app = await start();
  await expect(item(app, /^Examples/)).toBeVisible();
  const groups = async (): Promise<string[] | undefined> =>
    await app.application.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()?.items.map(({ label }) => label),
    );
  const named = ['File', 'Edit', 'View', 'Canvas', 'Help'];
  await expect.poll(groups).toEqual(expect.arrayContaining(named));
  await app.application.evaluate(({ Menu }) => {
    const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'File');
    file?.submenu?.items.find(({ label }) => label === 'New collection…')?.click();
  });
  const dialog = app.window.getByRole('dialog', { name: 'New collection' });
  await dialog.getByRole('textbox').fill('From the menu');
  await app.window.keyboard.press('Enter');
  await expect(item(app, /^From the menu/)).toBeVisible();
});

test('a command that shows a panel is checked while the panel is shown', async ({ start }) => {
  const app = await start();
  await expect(item(app, /^Examples/)).toBeVisible();
  const isChecked = async (): Promise<boolean | undefined> =>
    await app.application.evaluate(({ Menu }) => {
      const view = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'View');
      return view?.submenu?.items.find(({ label }) => label === 'Show sidebar')?.checked;
    });
  await expect.poll(isChecked).toBe(true);
  await app.window.keyboard.press('Control+b');
  await expect(tree(app)).toBeHidden();
  await expect.poll(isChecked).toBe(false);
});

test('the chosen appearance and language apply to the native parts and at the next start', async ({
  start,
}) => {
  const app = await start();
  await expect(item(app, /^Examples/)).toBeVisible();
  await app.window.keyboard.press('Control+k');
  await app.window.getByRole('dialog', { name: 'Search' }).getByRole('textbox').fill('Dark theme');
  await app.window.keyboard.press('Enter');
  const scheme = () => app.window.locator('html').getAttribute('data-mantine-color-scheme');
  await expect.poll(scheme).toBe('dark');
  await app.window.keyboard.press('Control+,');
  const settings = app.window.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'Appearance' }).click();
  await settings.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
  const german = app.window.getByRole('dialog', { name: 'Einstellungen' });
  await expect(german.getByRole('combobox', { name: 'Sprache' })).toHaveValue('de');
  const groups = async (): Promise<string[] | undefined> =>
    await app.application.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()?.items.map(({ label }) => label),
    );
  await expect.poll(groups).toContain('Datei');
  // A flow on the canvas behind the dialog shows its classification in German.
  await expect(app.window.getByText('Personenbezogen').first()).toBeAttached();
  await app.application.close();

  const later = await start();
  await expect(later.window.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(later.window.locator('html')).toHaveAttribute('lang', 'de');
  const isDark = await later.application.evaluate(
    ({ nativeTheme }) => nativeTheme.shouldUseDarkColors,
  );
  expect(isDark).toBe(true);
});

const visibleBounds = async ({ application }: App): Promise<Rectangle | null> =>
  await application.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    return window?.isVisible() ? window.getBounds() : null;
  });
const setBounds = async ({ application }: App, bounds: Rectangle): Promise<void> =>
  await application.evaluate(
    ({ BrowserWindow }, wanted) => BrowserWindow.getAllWindows()[0]?.setBounds(wanted),
    bounds,
  );

test('the window opens where it was closed, and where it was before a crash', async ({
  start,
  profile,
}) => {
  const first = await start();
  await expect.poll(() => visibleBounds(first)).toMatchObject({ width: 1440, height: 900 });
  const closed = { x: 120, y: 60, width: 1100, height: 720 };
  await setBounds(first, closed);
  await expect.poll(() => visibleBounds(first)).toEqual(closed);
  await first.application.close();

  const second = await start();
  await expect.poll(() => visibleBounds(second)).toEqual(closed);
  const moved = { x: 40, y: 90, width: 900, height: 640 };
  await setBounds(second, moved);
  const stored = (): string => readFileSync(join(profile, 'window-state.json'), 'utf8');
  await expect.poll(stored).toContain(JSON.stringify(moved));
  await second.kill();

  const third = await start();
  await expect.poll(() => visibleBounds(third)).toEqual(moved);
});

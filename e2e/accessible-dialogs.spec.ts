import type { Page } from '@playwright/test';
import { expect, test, type App } from './app.ts';
import { expectAccessible } from './violations.ts';

/** Runs a command from the palette. */
const run = async (window: Page, command: string): Promise<void> => {
  await window.keyboard.press('Control+k');
  const palette = window.getByRole('dialog', { name: 'Search' });
  await palette.getByRole('textbox').fill(command);
  await expect(palette.getByRole('button').first()).toContainText(command);
  await window.keyboard.press('Enter');
  await expect(palette).toBeHidden();
};

const modelRow = (window: Page, name: RegExp) => window.getByRole('treeitem', { name });

const opened = async (start: () => Promise<App>): Promise<Page> => {
  const { window } = await start();
  await expect(window.getByRole('group', { name: /, Trust boundary/ })).toHaveCount(3);
  return window;
};

test('axe finds no violation in menus, light or dark', async ({ start }) => {
  test.slow();
  const window = await opened(start);
  await window.getByRole('button', { name: /^Connection: / }).click();
  await expect(window.getByRole('menuitemradio', { name: 'This computer' })).toBeVisible();
  await expectAccessible(window, 'connections');
  await window.keyboard.press('Escape');

  await modelRow(window, /^Web shop/).click({ button: 'right' });
  await expect(window.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  await expectAccessible(window, 'threat model');
  await window.keyboard.press('Escape');

  await window.getByRole('tab', { name: 'Checkout' }).click({ button: 'right' });
  await expect(window.getByRole('menuitem', { name: /Delete/ })).toBeVisible();
  await expectAccessible(window, 'canvas');
});

test('axe finds no violation in dialogs, light or dark', async ({ start }) => {
  test.slow();
  const window = await opened(start);
  const dialogs = [
    ['New threat model…', 'New threat model'],
    ['Keyboard shortcuts', 'Keyboard shortcuts'],
    ['Add connection…', /connection/i],
    ['Settings…', 'Settings'],
    ['Help: Drawing', 'Help'],
    ['Other format…', 'Export file'],
    ['Print…', 'Print'],
    ['Compare with an earlier version…', 'Versions of Checkout'],
  ] as const;
  for (const [command, title] of dialogs) {
    await run(window, command);
    const dialog = window.getByRole('dialog', { name: title });
    await expect(dialog).toBeVisible();
    await expectAccessible(window, command);
    await window.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await test.step('a shortcut is changed, and a used one is refused', async () => {
    await run(window, 'Settings…');
    const settings = window.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('tab', { name: 'Keyboard' }).click();
    await settings.getByRole('searchbox').fill('show sidebar');
    await settings.getByRole('button', { name: 'Change the keys of “Show sidebar”' }).click();
    await window.keyboard.press('Control+j');
    await expect(settings.getByRole('alert')).toContainText('“Show bottom panel” has these keys.');
    await expectAccessible(window, 'keyboard');
    await window.keyboard.press('F9');
    await expect(settings.getByText('“Show sidebar” has new keys.')).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(settings).toBeHidden();
    await expect(window.getByRole('treeitem').first()).toBeVisible();
    await window.keyboard.press('F9');
    await expect(window.getByRole('treeitem')).toHaveCount(0);
    await window.keyboard.press('F9');
    await expect(window.getByRole('treeitem').first()).toBeVisible();
  });
  await run(window, 'About Parapet');
  await expect(window.getByText('React Flow (reactflow.dev)')).toBeVisible();
  await expect(window.getByText('@xyflow/react')).toBeVisible();
  await expectAccessible(window, 'about');
});

test('axe finds no violation in panels and bars, light or dark', async ({ start }) => {
  test.slow();
  const window = await opened(start);
  const sync = window.locator('[data-sync-indicator]');
  await sync.click();
  await expect(window.getByRole('dialog')).toBeVisible();
  await expectAccessible(window, 'sync');
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toBeHidden();

  await run(window, 'Show version history');
  await expect(window.getByRole('tab', { name: 'Version history' })).toBeVisible();
  await expectAccessible(window, 'version history');

  await run(window, 'Auto layout: Everything');
  const bar = window.getByRole('region', { name: 'Layout preview' });
  await expect(bar).toBeVisible();
  await expectAccessible(window, 'layout preview');
  await bar.press('Escape');
  await expect(bar).toBeHidden();

  await window.getByRole('link', { name: 'Home' }).click();
  await window.getByRole('checkbox', { name: 'Select Web shop' }).check();
  await expect(window.getByRole('region', { name: 'Selected threat models' })).toBeVisible();
  await expectAccessible(window, 'selected models');
});

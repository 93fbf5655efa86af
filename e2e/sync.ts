import type { Locator } from '@playwright/test';
import { expect, type App } from './app.ts';
import { canvas } from './canvas.ts';

/** The sync button in the title bar: a word and a dot. */
export const indicator = ({ window }: App): Locator =>
  window.getByRole('region', { name: 'Title bar' }).getByRole('button', { name: /^Sync:/ });

export const synced = async (app: App): Promise<void> =>
  await expect(indicator(app)).toHaveAccessibleName('Sync: Synced');

export const needsAttention = async (app: App): Promise<void> =>
  await expect(indicator(app)).toHaveAccessibleName('Sync: Needs attention');

/**
 * Runs a command from the native menu, because this does not move the focus. Retries until the app has
 * built the menu.
 */
export const choose = async ({ application }: App, title: string): Promise<void> => {
  const click = async (): Promise<boolean> =>
    await application.evaluate(({ Menu }, label) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
      const found = items?.find((item) => item.label === label);
      found?.click();
      return found !== undefined;
    }, title);
  await expect.poll(click).toBe(true);
};

export const syncNow = async (app: App): Promise<void> => await choose(app, 'Sync now');

export const addModel = async (app: App, title: string): Promise<void> => {
  await expect(canvas(app)).toBeVisible();
  await app.window.keyboard.press('Control+n');
  await app.window
    .getByRole('dialog', { name: 'New threat model' })
    .getByRole('textbox')
    .fill(title);
  await app.window.keyboard.press('Enter');
  await expect(canvas(app)).toHaveAccessibleName(/^Canvas, 0 elements/);
};

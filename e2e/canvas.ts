import type { Locator } from '@playwright/test';
import { expect, type App } from './app.ts';

export const canvas = ({ window }: App): Locator =>
  window.getByRole('application', { name: /^Canvas with/ });

export const processNamed = ({ window }: App, name: string): Locator =>
  window.getByRole('group', { name: `Process ${name}` });

/** Adds a process by its key and names it. */
export const addProcess = async (app: App, name: string): Promise<void> => {
  await canvas(app).click({ position: { x: 400, y: 8 } });
  await app.window.keyboard.press('p');
  await app.window.keyboard.type(name);
  await app.window.keyboard.press('Enter');
  await expect(processNamed(app, name)).toBeVisible();
};

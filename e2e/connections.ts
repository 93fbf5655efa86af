import type { Page } from '@playwright/test';
import { expect, saved, test as base, type App } from './app.ts';
import { startRemoteService, type RemoteService } from './remote-service.ts';

export const test = base.extend<{ service: RemoteService }>({
  // Playwright requires the first argument to be destructured, even if nothing of it is used.
  // oxlint-disable-next-line no-empty-pattern
  service: async ({}, use) => {
    const service = await startRemoteService();
    await use(service);
    await service.end();
  },
});

export type Details = { name: string; address: string; clientId: string; secret: string };

export const fill = async (
  window: Page,
  { name, address, clientId, secret }: Details,
): Promise<void> => {
  const dialog = window.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await dialog.getByRole('textbox', { name: 'Address' }).fill(address);
  await dialog.getByRole('textbox', { name: 'Client ID' }).fill(clientId);
  await dialog.getByLabel('Secret', { exact: true }).fill(secret);
};

export const addConnection = async ({ window }: App, details: Details): Promise<void> => {
  await window.getByRole('button', { name: /^Connection:/ }).click();
  await window.getByRole('menuitem', { name: 'Add connection…' }).click();
  await fill(window, details);
  await window.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(window.getByText(`Added “${details.name}”`)).toBeVisible();
};

export const addCollection = async (app: App, title: string): Promise<void> => {
  const { window } = app;
  await window.getByRole('button', { name: 'New collection…' }).click();
  await window.getByRole('textbox').last().fill(title);
  await window.keyboard.press('Enter');
  await expect(window.getByRole('treeitem', { name: new RegExp(`^${title}`) })).toBeVisible();
  await saved(app);
};

export const switchTo = async ({ window }: App, name: string): Promise<void> => {
  await window.keyboard.press('Control+Shift+k');
  await window.getByRole('menuitemradio', { name }).click();
  await expect(window.getByRole('button', { name: `Connection: ${name}` })).toBeVisible();
};

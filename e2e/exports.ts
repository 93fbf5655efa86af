import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { ElectronApplication, Locator } from '@playwright/test';
import { expect, type App } from './app.ts';
import { answerSaveDialog } from './files.ts';

export const savedAs = ({ window }: App, path: string): Locator =>
  window.getByText(`Saved as ${basename(path)}`, { exact: true });

/** Selects a command in the command palette. Enter then runs it. */
export const selectInPalette = async (
  { window }: Pick<App, 'window'>,
  command: string,
): Promise<void> => {
  await window.keyboard.press('Control+k');
  const palette = window.getByRole('dialog', { name: 'Search' });
  await palette.getByRole('textbox').fill(command);
  await expect(palette.getByText(command, { exact: true })).toBeVisible();
};

export const runByPalette = async (app: App, command: string): Promise<void> => {
  await selectInPalette(app, command);
  await app.window.keyboard.press('Enter');
};

export const choices = ({ window }: Pick<App, 'window'>): Locator =>
  window.getByRole('dialog', { name: /^Export / });

/** Waits for the dialog with the choices for a report or an image, and confirms it. */
export const confirm = async (app: Pick<App, 'window'>): Promise<void> => {
  await expect(choices(app).getByRole('button', { name: 'Export', exact: true })).toBeFocused();
  await app.window.keyboard.press('Enter');
  await expect(choices(app)).toBeHidden();
};

/**
 * Runs an export from the command palette with the last choices, and returns the bytes of the saved
 * file.
 */
export const exportTo = async (app: App, command: string, path: string): Promise<Buffer> => {
  await answerSaveDialog(app.application, path);
  await runByPalette(app, command);
  if (/Report|PNG|SVG|format/.test(command)) await confirm(app);
  await expect(savedAs(app, path)).toBeVisible();
  return readFileSync(path);
};

export const imageSize = async (
  application: ElectronApplication,
  path: string,
): Promise<{ width: number; height: number }> =>
  await application.evaluate(
    ({ nativeImage }, file) => nativeImage.createFromPath(file).getSize(),
    path,
  );

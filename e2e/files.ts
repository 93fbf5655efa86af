import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { root } from '../build/root.ts';

/**
 * The folder with files that other tools have written. It is beside this checkout, and may be missing.
 */
const foreignFolder = join(root, '../shared/fixtures/otm');
const ownFolder = join(root, 'shared/otm/fixtures');

const filesOf = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];

const isOtm = (path: string): boolean =>
  /\.(otm|json|ya?ml)$/.test(path) && !path.endsWith('otm_schema.json');

export const foreignOtmFiles = (): string[] => filesOf(foreignFolder).filter(isOtm);
const isRefused = (path: string): boolean => basename(path).startsWith('refused-');
export const ownOtmFiles = (): string[] =>
  filesOf(ownFolder).filter((path) => isOtm(path) && !isRefused(path));
export const refusedFiles = (): string[] => filesOf(ownFolder).filter(isRefused);

/**
 * Returns files in formats of other tools, which the app converts. Returns no files if this checkout has
 * none.
 */
export const filesOfOtherTools = (): string[] => filesOf(join(root, '../shared/fixtures/foreign'));

export const officialSchema = join(foreignFolder, 'otm_schema.json');

/** Drops real files on the window with their paths, as a file manager would. */
export const dropFiles = async (window: Page, ...paths: string[]): Promise<void> => {
  await window.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'dropped-files';
    input.multiple = true;
    document.body.append(input);
  });
  const input = window.locator('#dropped-files');
  await input.setInputFiles(paths);
  await input.evaluate((element) => {
    const transfer = new DataTransfer();
    if (!(element instanceof HTMLInputElement)) throw new TypeError('not an input');
    for (const file of element.files ?? []) transfer.items.add(file);
    element.remove();
    for (const type of ['dragenter', 'dragover', 'drop']) {
      const options = { dataTransfer: transfer, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new DragEvent(type, options));
    }
  });
};

/**
 * Answers save dialogs with a path, because tests cannot operate native dialogs. An empty path cancels
 * them.
 */
export const answerSaveDialog = async (
  application: ElectronApplication,
  filePath: string,
): Promise<void> =>
  await application.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: path === '', filePath: path });
  }, filePath);

export const answerOpenDialog = async (
  application: ElectronApplication,
  filePath: string,
): Promise<void> =>
  await application.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
  }, filePath);

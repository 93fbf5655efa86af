import { dialog, type BrowserWindow, type FileFilter } from 'electron';
import { t } from '#shared/locales/texts.ts';
import { importableEndings } from './importable.ts';

/** Asks for a file to import. Returns its path, or `null` if the person cancels. */
export const chooseImportFile = async (window: BrowserWindow): Promise<string | null> => {
  const { filePaths } = await dialog.showOpenDialog(window, {
    properties: ['openFile'],
    filters: [
      { name: t('dialogs:threat-models'), extensions: [...importableEndings] },
      { name: t('dialogs:all-files'), extensions: ['*'] },
    ],
  });
  return filePaths[0] ?? null;
};

/** Asks for a backup. Returns its path, or `null` if the person cancels. */
export const chooseBackupFile = async (window: BrowserWindow): Promise<string | null> => {
  const { filePaths } = await dialog.showOpenDialog(window, {
    properties: ['openFile'],
    filters: [{ name: 'Parapet', extensions: ['parapet-backup'] }],
  });
  return filePaths[0] ?? null;
};

/** Asks for the logo of reports. Returns its path, or `null` if the person cancels. */
export const chooseLogoFile = async (window: BrowserWindow): Promise<string | null> => {
  const { filePaths } = await dialog.showOpenDialog(window, {
    properties: ['openFile'],
    filters: [{ name: t('dialogs:images'), extensions: ['png', 'jpg', 'jpeg', 'svg'] }],
  });
  return filePaths[0] ?? null;
};

/** Asks where to save a file. Returns the path, or `null` if the person cancels. */
export const chooseSavePath = async (
  window: BrowserWindow,
  fileName: string,
  type: FileFilter,
): Promise<string | null> => {
  const options = { defaultPath: fileName, filters: [type] };
  const { filePath } = await dialog.showSaveDialog(window, options);
  return filePath || null;
};

/** Asks for a folder to export several files to. Returns its path, or `null` if the person cancels. */
export const chooseExportFolder = async (window: BrowserWindow): Promise<string | null> => {
  const { filePaths } = await dialog.showOpenDialog(window, {
    properties: ['openDirectory', 'createDirectory'],
  });
  return filePaths[0] ?? null;
};

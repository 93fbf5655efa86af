import { dialog, type BrowserWindow, type FileFilter } from 'electron';

/** Asks for a file to import; `null` when the person cancels. */
export const chooseImportFile = async (window: BrowserWindow): Promise<string | null> => {
  const { filePaths } = await dialog.showOpenDialog(window, {
    properties: ['openFile'],
    filters: [
      { name: 'Open Threat Model', extensions: ['otm', 'json', 'yaml', 'yml'] },
      { name: '*', extensions: ['*'] },
    ],
  });
  return filePaths[0] ?? null;
};

/** Asks where to save; `null` when the person cancels. */
export const chooseSavePath = async (
  window: BrowserWindow,
  fileName: string,
  type: FileFilter,
): Promise<string | null> => {
  const options = { defaultPath: fileName, filters: [type] };
  const { filePath } = await dialog.showSaveDialog(window, options);
  return filePath || null;
};

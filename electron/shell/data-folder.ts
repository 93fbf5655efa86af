import { accessSync, constants, mkdirSync } from 'node:fs';
import { app, dialog } from 'electron';
import { t } from '#shared/locales/texts.ts';

/**
 * Returns the folder for everything the app stores. Returns `null` if nothing can be stored there,
 * after telling the person; the app then ends.
 */
export const openDataFolder = (): string | null => {
  try {
    const folder = app.getPath('userData');
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // Before the app is ready, Linux prints this to standard error instead of showing a window.
    dialog.showErrorBox(t('dialogs:no-folder.title'), t('dialogs:no-folder.text', { reason }));
    app.exit(1);
    return null;
  }
};

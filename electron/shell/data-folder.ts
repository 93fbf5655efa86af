import { accessSync, constants, mkdirSync } from 'node:fs';
import { app, dialog } from 'electron';
import { t } from '#shared/locales/texts.ts';

/**
 * Returns the folder for everything that the app stores. If nothing can be written there, shows the
 * reason to the person, ends the app, and returns `null`.
 */
export const openDataFolder = (): string | null => {
  try {
    const folder = app.getPath('userData');
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // On Linux, Electron prints this message to standard error instead of showing a dialog, because the
    // app is not ready yet.
    dialog.showErrorBox(t('dialogs:no-folder.title'), t('dialogs:no-folder.text', { reason }));
    app.exit(1);
    return null;
  }
};

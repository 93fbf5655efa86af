import { accessSync, constants, mkdirSync } from 'node:fs';
import { app, dialog } from 'electron';

/**
 * The folder for everything the app stores, or null if nothing can be stored there. The person has
 * then been told, and the app ends.
 */
export const openDataFolder = (): string | null => {
  try {
    const folder = app.getPath('userData');
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // Before the app is ready, Linux has this on standard error instead of in a window.
    dialog.showErrorBox(
      "Parapet can't store anything on this computer",
      `Make sure that your home folder exists and can be written to, or start Parapet with ` +
        `another folder for its data: --user-data-dir=FOLDER. (${reason})`,
    );
    app.exit(1);
    return null;
  }
};

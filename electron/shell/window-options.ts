import type { BrowserWindowConstructorOptions } from 'electron';

/** Returns the options of a window. All its permissions are set here. */
export const windowOptions = (
  preload: string,
  backgroundColor: string,
): BrowserWindowConstructorOptions => ({
  width: 1440,
  height: 900,
  minWidth: 800,
  minHeight: 560,
  show: false,
  title: 'Parapet',
  backgroundColor,
  webPreferences: {
    preload,
    sandbox: true,
    contextIsolation: true,
    webSecurity: true,
    nodeIntegration: false,
    webviewTag: false,
    // Spell checking does not help with labels, and its dictionaries would be downloaded.
    spellcheck: false,
  },
});

import type { BrowserWindowConstructorOptions } from 'electron';

/** The one place that says what a window of the app may do. */
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
    // Typing in the canvas is not prose; the dictionaries would be fetched from the network.
    spellcheck: false,
  },
});

import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { smallestWindow } from './window-bounds.ts';

/** Returns the options of a window. Its `webPreferences` define what the page may do. */
export const windowOptions = (
  preload: string,
  backgroundColor: string,
  bounds: Rectangle,
): BrowserWindowConstructorOptions => ({
  ...bounds,
  minWidth: smallestWindow.width,
  minHeight: smallestWindow.height,
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
    // Spell checking does not help with labels, and Chromium would download dictionaries for it.
    spellcheck: false,
  },
});

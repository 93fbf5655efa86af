import { BrowserWindow } from 'electron';
import { developmentUrl } from './app-protocol.ts';
import { appOrigin } from './app-url.ts';
import { firstColor } from './appearance.ts';
import { confineNavigation } from './navigation.ts';
import { windowOptions } from './window-options.ts';

/** Opens the window; it is shown when it has something to show. */
export const openWindow = (preload: string): BrowserWindow => {
  const window = new BrowserWindow(windowOptions(preload, firstColor()));
  window.once('ready-to-show', () => window.show());
  confineNavigation(window.webContents);
  void window.loadURL(developmentUrl() ?? `${appOrigin}/`);
  return window;
};

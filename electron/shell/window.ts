import { BrowserWindow, shell } from 'electron';
import { developmentUrl } from './app-protocol.ts';
import { appOrigin } from './app-url.ts';
import { firstColor } from './appearance.ts';
import { createLinks } from './links.ts';
import { confineNavigation } from './navigation.ts';
import { createPresses } from './presses.ts';
import { windowOptions } from './window-options.ts';

/** Opens the window and shows it once its page is painted. */
export const openWindow = (preload: string) => {
  const window = new BrowserWindow(windowOptions(preload, firstColor()));
  window.once('ready-to-show', () => window.show());
  const { href: page } = new URL(developmentUrl() ?? `${appOrigin}/`);
  const presses = createPresses(window.webContents);
  const openLink = createLinks({
    presses,
    openInBrowser: (url) => void shell.openExternal(url),
  });
  confineNavigation(window.webContents, { page, openLink });
  void window.loadURL(page);
  return { window, presses };
};

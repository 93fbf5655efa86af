import { BrowserWindow, screen, shell } from 'electron';
import { developmentUrl } from './app-protocol.ts';
import { appOrigin } from './app-url.ts';
import { firstColor } from './appearance.ts';
import { createLinks } from './links.ts';
import type { Log } from './log.ts';
import { confineNavigation } from './navigation.ts';
import { createPresses } from './presses.ts';
import { openingBounds } from './window-bounds.ts';
import { windowOptions } from './window-options.ts';
import { keepWindowState, readWindowState, showWindow } from './window-state.ts';

type Dependencies = { preload: string; statePath: string; log: Log };

/** Opens the window where it was closed, and shows it once its page is painted. */
export const openWindow = ({ preload, statePath, log }: Dependencies) => {
  const last = readWindowState(statePath);
  const bounds = openingBounds(last?.bounds ?? null, {
    primary: screen.getPrimaryDisplay().workArea,
    all: screen.getAllDisplays().map(({ workArea }) => workArea),
  });
  const window = new BrowserWindow(windowOptions(preload, firstColor(), bounds));
  window.once('ready-to-show', () => showWindow(window, last?.mode ?? 'normal'));
  keepWindowState(window, { path: statePath, bounds, log });
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

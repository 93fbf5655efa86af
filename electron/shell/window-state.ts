import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { BrowserWindow, Rectangle } from 'electron';
import { z } from 'zod';
import type { Log } from './log.ts';
import { smallestWindow } from './window-bounds.ts';

const stateSchema = z.object({
  /** In DIP, the bounds of the window when it is neither maximized nor full screen. */
  bounds: z.object({
    x: z.int(),
    y: z.int(),
    width: z.int().min(smallestWindow.width),
    height: z.int().min(smallestWindow.height),
  }),
  mode: z.enum(['normal', 'maximized', 'full-screen']),
});

type WindowState = z.infer<typeof stateSchema>;

/** Returns the state in which the window was closed, or `null` if it is unknown. */
export const readWindowState = (path: string): WindowState | null => {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // At the first start there is no file. A damaged file is ignored, because a person can easily move
    // the window back.
    return null;
  }
};

type ShownWindow = Pick<BrowserWindow, 'show' | 'maximize' | 'setFullScreen'>;

/**
 * Shows the window, and then maximizes it or makes it full screen if needed. On Linux, a window that is
 * maximized before it is shown would have no normal bounds to return to.
 */
export const showWindow = (window: ShownWindow, mode: WindowState['mode']): void => {
  window.show();
  if (mode === 'maximized') window.maximize();
  if (mode === 'full-screen') window.setFullScreen(true);
};

type On<Event extends string> = (event: Event, listener: () => void) => unknown;
type WatchedWindow = Pick<
  BrowserWindow,
  'getBounds' | 'getNormalBounds' | 'isFullScreen' | 'isMaximized' | 'isMinimized' | 'isVisible'
> & { on: On<'move'> & On<'resize'> & On<'close'> & On<'closed'> };

const modeOf = (window: WatchedWindow): WindowState['mode'] => {
  if (window.isFullScreen()) return 'full-screen';
  return window.isMaximized() ? 'maximized' : 'normal';
};

/**
 * The time, in ms, that the window must stay unchanged before its state is stored. So the state is not
 * stored for every frame while a person drags the window.
 */
const rest = 500;

type Dependencies = {
  path: string;
  /** The bounds with which the window opens. */
  bounds: Rectangle;
  log: Log;
};

/**
 * Stores the state when the window closes. It is also stored after each move or resize, in case the app
 * crashes.
 */
export const keepWindowState = (
  window: WatchedWindow,
  { path, bounds: first, log }: Dependencies,
): void => {
  let bounds = first;
  const state = (): WindowState => {
    const mode = modeOf(window);
    const normal = window.getNormalBounds();
    // On Linux, a window that opened maximized may report its maximized bounds as its normal bounds. In
    // this case, the earlier normal bounds stay.
    if (mode === 'normal' || !isDeepStrictEqual(normal, window.getBounds())) bounds = normal;
    return { bounds, mode };
  };

  let timer: NodeJS.Timeout | undefined;
  const store = (): void => {
    clearTimeout(timer);
    // A minimized or hidden window may report that it is not maximized, and may report wrong normal
    // bounds. So its state is not stored.
    if (window.isMinimized() || !window.isVisible()) return;
    try {
      // The file is written synchronously, because the app ends right after the window has closed.
      writeFileSync(`${path}.part`, `${JSON.stringify(state())}\n`);
      renameSync(`${path}.part`, path);
    } catch (error) {
      log('window state not stored', { reason: String(error) });
    }
  };
  const storeSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(store, rest);
  };
  window.on('move', storeSoon);
  window.on('resize', storeSoon);
  window.on('close', store);
  window.on('closed', () => clearTimeout(timer));
};

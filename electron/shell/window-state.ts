import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { BrowserWindow, Rectangle } from 'electron';
import { z } from 'zod';
import type { Log } from './log.ts';
import { smallestWindow } from './window-bounds.ts';

const stateSchema = z.object({
  /** In DIP, without maximizing and full screen. */
  bounds: z.object({
    x: z.int(),
    y: z.int(),
    width: z.int().min(smallestWindow.width),
    height: z.int().min(smallestWindow.height),
  }),
  mode: z.enum(['normal', 'maximized', 'full-screen']),
});

type WindowState = z.infer<typeof stateSchema>;

/** Returns how the window was left, or `null` if that is not known. */
export const readWindowState = (path: string): WindowState | null => {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // At the first start there is no file. A damaged one is replaced: a person can put the window back.
    return null;
  }
};

type ShownWindow = Pick<BrowserWindow, 'show' | 'maximize' | 'setFullScreen'>;

/**
 * Shows the window in its mode. It is shown first, because on Linux a window that is already maximized
 * when it is first shown has no other bounds to return to.
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

/** In ms without a move before the state is stored: a dragged window moves with each frame. */
const rest = 500;

type Dependencies = {
  path: string;
  /** The bounds that the window opens with. */
  bounds: Rectangle;
  log: Log;
};

/** Stores the state when the window closes, and in case of a crash also after it was moved or resized. */
export const keepWindowState = (
  window: WatchedWindow,
  { path, bounds: first, log }: Dependencies,
): void => {
  let bounds = first;
  const state = (): WindowState => {
    const mode = modeOf(window);
    const normal = window.getNormalBounds();
    // On Linux, a window that opened maximized may report its maximized bounds as its normal ones.
    if (mode === 'normal' || !isDeepStrictEqual(normal, window.getBounds())) bounds = normal;
    return { bounds, mode };
  };

  let timer: NodeJS.Timeout | undefined;
  const store = (): void => {
    clearTimeout(timer);
    // A minimized or hidden window can report that it is not maximized, and wrong normal bounds.
    if (window.isMinimized() || !window.isVisible()) return;
    try {
      // Synchronous, because the app ends right after the window has closed.
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

import { nativeTheme } from 'electron';
import { canvasColors } from '#shared/canvas/canvas-colors.ts';
import type { Preferences } from '#shared/desktop/window.ts';

/** Applies the person's color scheme to native menus and dialogs. */
export const followColorScheme = (scheme: Preferences['colorScheme']): void => {
  nativeTheme.themeSource = scheme === 'auto' ? 'system' : scheme;
};

/**
 * Returns the window's color until the page is painted, so that a dark window does not flash white.
 */
export const firstColor = (): string =>
  canvasColors.canvas[nativeTheme.shouldUseDarkColors ? 'dark' : 'light'];

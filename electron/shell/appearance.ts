import { nativeTheme } from 'electron';
import { canvasColors } from '#shared/canvas/canvas-colors.ts';
import type { Preferences } from '#shared/desktop/window.ts';

/** Applies the person's color scheme to native menus and dialogs. */
export const followColorScheme = (scheme: Preferences['colorScheme']): void => {
  nativeTheme.themeSource = scheme === 'auto' ? 'system' : scheme;
};

/**
 * Returns the color of the window before its page is painted. Without it, a dark window would flash
 * white.
 */
export const firstColor = (): string =>
  canvasColors.canvas[nativeTheme.shouldUseDarkColors ? 'dark' : 'light'];

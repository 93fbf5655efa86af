import { nativeTheme } from 'electron';
import type { Preferences } from '#shared/desktop/window.ts';

/** Applies the person's color scheme to native menus and dialogs. */
export const followColorScheme = (scheme: Preferences['colorScheme']): void => {
  nativeTheme.themeSource = scheme === 'auto' ? 'system' : scheme;
};

/**
 * Returns the window's color until the page is painted, so that a dark window does not flash white.
 */
export const firstColor = (): string => (nativeTheme.shouldUseDarkColors ? '#15181f' : '#ffffff');

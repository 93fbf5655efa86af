import { nativeTheme } from 'electron';
import type { Preferences } from '#shared/desktop/window.ts';

/** Native menus and dialogs follow the appearance that the person chose for the window. */
export const followColorScheme = (scheme: Preferences['colorScheme']): void => {
  nativeTheme.themeSource = scheme === 'auto' ? 'system' : scheme;
};

/** The window's colour until the page has painted, so that a dark one does not begin with white. */
export const firstColor = (): string => (nativeTheme.shouldUseDarkColors ? '#15181f' : '#ffffff');

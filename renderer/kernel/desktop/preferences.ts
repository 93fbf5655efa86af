import type { MantineColorSchemeManager } from '@mantine/core';
import type { Preferences } from '#shared/desktop/window.ts';
import { desktop } from './desktop.ts';

/** The saved preferences, read once before the first render to avoid a layout shift. */
export const savedPreferences: Preferences = await desktop.preferences.get();

/**
 * Saves preferences. A failure is ignored, because it is not worth an interruption, and the values stay
 * in effect until the app closes.
 */
export const savePreferences = (preferences: Partial<Preferences>): void => {
  desktop.preferences.set(preferences).catch(() => undefined);
};

/** Stores the color scheme (light, dark, or system) with the other preferences. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: () => savedPreferences.colorScheme,
  set: (colorScheme) => savePreferences({ colorScheme }),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

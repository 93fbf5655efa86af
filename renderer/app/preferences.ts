import type { MantineColorSchemeManager } from '@mantine/core';
import type { Preferences } from '#shared/desktop/window.ts';
import { desktop } from './desktop.ts';

/** What was saved, read once before anything is shown, so that nothing jumps. */
export const savedPreferences: Preferences = await desktop.preferences.get();

/** A preference that cannot be saved is not worth an interruption: it holds until the end. */
export const savePreferences = (preferences: Partial<Preferences>): void => {
  desktop.preferences.set(preferences).catch(() => undefined);
};

/** Light, dark, or as the system has it: kept with the other preferences. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: () => savedPreferences.colorScheme,
  set: (colorScheme) => savePreferences({ colorScheme }),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

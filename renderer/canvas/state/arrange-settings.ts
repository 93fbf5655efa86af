import i18next from 'i18next';
import { create } from 'zustand';
import { savedPreferences, savePreferences } from '../../kernel/desktop/preferences.ts';
import { announce } from './announcements.ts';

const { gridShown, tagsShown, suggestionCountsShown, snapsToGrid, snapsToElements } =
  savedPreferences;

/** The settings for the grid, for snapping, and for the details that elements show. */
export const useArrangeSettings = create(() => ({
  gridShown,
  tagsShown,
  suggestionCountsShown,
  snapsToGrid,
  snapsToElements,
}));

export type ArrangeSetting = keyof ReturnType<typeof useArrangeSettings.getState>;

export const toggleSetting = (setting: ArrangeSetting): void => {
  const isOn = !useArrangeSettings.getState()[setting];
  useArrangeSettings.setState({ [setting]: isOn });
  savePreferences({ [setting]: isOn });
  announce(i18next.t(`setting.${setting}.${isOn ? 'on' : 'off'}`, { ns: 'arrange' }));
};

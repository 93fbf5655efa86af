import i18next from 'i18next';
import { create } from 'zustand';
import { savedPreferences, savePreferences } from '../../app/preferences.ts';
import { announce } from '../announcements.ts';

const { gridShown, snapsToGrid, snapsToElements } = savedPreferences;

/** Whether the grid is seen, and what a dragged element comes to rest at. */
export const useArrangeSettings = create(() => ({ gridShown, snapsToGrid, snapsToElements }));

export type ArrangeSetting = keyof ReturnType<typeof useArrangeSettings.getState>;

export const toggleSetting = (setting: ArrangeSetting): void => {
  const isOn = !useArrangeSettings.getState()[setting];
  useArrangeSettings.setState({ [setting]: isOn });
  savePreferences({ [setting]: isOn });
  announce(i18next.t(`setting.${setting}.${isOn ? 'on' : 'off'}`, { ns: 'arrange' }));
};

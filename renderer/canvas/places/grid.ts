import { create } from 'zustand';
import { savedPreferences, savePreferences } from '../../app/preferences.ts';

/** Whether the dots of the grid are shown. */
export const useGrid = create<{ isShown: boolean }>(() => ({
  isShown: savedPreferences.gridShown,
}));

export const toggleGrid = (): void => {
  const isShown = !useGrid.getState().isShown;
  useGrid.setState({ isShown });
  savePreferences({ gridShown: isShown });
};

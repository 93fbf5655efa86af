import { create } from 'zustand';

/**
 * Everything that the window shows is of one connection. Its `visit` changes when another one is
 * opened, and while that is under way nothing is shown: no gesture can reach the wrong store.
 */
export const useShownConnection = create<{ visit: number; isSwitching: boolean }>(() => ({
  visit: 0,
  isSwitching: false,
}));

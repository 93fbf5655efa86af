import { create } from 'zustand';

export type Settlement = 'send' | 'take';

type State = {
  isOpen: boolean;
  /** What a person is asked to confirm, of the two ways out of a service that went back. */
  settling: Settlement | null;
};

export const useSyncPanel = create<State>(() => ({ isOpen: false, settling: null }));

export const openSyncPanel = (): void => useSyncPanel.setState({ isOpen: true });
export const closeSyncPanel = (): void => useSyncPanel.setState({ isOpen: false });

/**
 * A dialog gives the focus back to what had it before; the panel, from which most of them are
 * opened, is gone by then, its button is not.
 */
export const leaveSyncPanel = (): void => {
  if (useSyncPanel.getState().isOpen) {
    document.querySelector<HTMLElement>('[data-sync-indicator]')?.focus();
  }
  closeSyncPanel();
};

import { notifications } from '@mantine/notifications';
import { create } from 'zustand';
import { onLeaveConnection } from '../kernel/connection/connections.ts';

export type HoldChoice = 'send' | 'take';

type State = {
  isOpen: boolean;
  /**
   * The choice that the person has to confirm before it ends the hold `restored` or `unfamiliar`. `null`
   * if there is none.
   */
  choice: HoldChoice | null;
};

export const useSyncPanel = create<State>(() => ({ isOpen: false, choice: null }));

export const syncErrorId = 'sync-error';

/**
 * Opens the panel. Hides the notification of the last sync error, because the panel shows the error with
 * more detail.
 */
export const openSyncPanel = (): void => {
  notifications.hide(syncErrorId);
  useSyncPanel.setState({ isOpen: true });
};
export const closeSyncPanel = (): void => useSyncPanel.setState({ isOpen: false });

/**
 * Closes the panel and focuses its button. Call it before a dialog is opened from the panel. When the
 * dialog closes, it restores the focus to this button, because the elements of the panel are gone by
 * then.
 */
export const leaveSyncPanel = (): void => {
  if (useSyncPanel.getState().isOpen) {
    document.querySelector<HTMLElement>('[data-sync-indicator]')?.focus();
  }
  closeSyncPanel();
};

onLeaveConnection(() => useSyncPanel.setState({ isOpen: false, choice: null }));

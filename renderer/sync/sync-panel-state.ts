import { notifications } from '@mantine/notifications';
import { create } from 'zustand';
import { onLeaveConnection } from '../kernel/connection/connections.ts';

export type HoldChoice = 'send' | 'take';

type State = {
  isOpen: boolean;
  /**
   * The choice that ends the hold `restored` or `unfamiliar` once the person confirms it, or `null` if
   * there is nothing to confirm.
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
 * Closes the panel and focuses the button of the panel. Call this function before the panel opens a
 * dialog. When the dialog closes, it returns the focus to this button, because the elements of the panel
 * are gone by then.
 */
export const leaveSyncPanel = (): void => {
  if (useSyncPanel.getState().isOpen) {
    document.querySelector<HTMLElement>('[data-sync-indicator]')?.focus();
  }
  closeSyncPanel();
};

onLeaveConnection(() => useSyncPanel.setState({ isOpen: false, choice: null }));

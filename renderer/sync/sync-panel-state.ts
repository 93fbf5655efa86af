import { notifications } from '@mantine/notifications';
import { create } from 'zustand';
import { onLeaveConnection } from '../kernel/connection/connections.ts';

export type HoldChoice = 'send' | 'take';

type State = {
  isOpen: boolean;
  /** The action to confirm, one of the two ways out of the holds `restored` and `unfamiliar`. */
  choice: HoldChoice | null;
};

export const useSyncPanel = create<State>(() => ({ isOpen: false, choice: null }));

export const syncErrorId = 'sync-error';

/** Opens the panel, which shows the last error with more detail than its message does. */
export const openSyncPanel = (): void => {
  notifications.hide(syncErrorId);
  useSyncPanel.setState({ isOpen: true });
};
export const closeSyncPanel = (): void => useSyncPanel.setState({ isOpen: false });

/**
 * Closes the panel and focuses its button. A dialog that was opened from the panel restores the previous
 * focus when it closes, and the panel is gone by then.
 */
export const leaveSyncPanel = (): void => {
  if (useSyncPanel.getState().isOpen) {
    document.querySelector<HTMLElement>('[data-sync-indicator]')?.focus();
  }
  closeSyncPanel();
};

onLeaveConnection(() => useSyncPanel.setState({ isOpen: false, choice: null }));

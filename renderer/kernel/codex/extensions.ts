import { create } from 'zustand';
import {
  changedExtensions,
  type ExtensionsChange,
  type ExtensionsState,
} from '#shared/codex/codex-extensions.ts';
import { desktop } from '../desktop/desktop.ts';
import { showError } from '../desktop/errors.tsx';
import { useAnnouncements } from '../desktop/use-announcements.ts';

/** The rules and frameworks of the codex, or `null` until the main process has sent them. */
export const useExtensions = create<{ state: ExtensionsState | null }>(() => ({ state: null }));

/**
 * Keeps `useExtensions` up to date with the main process. Only one component may call this hook, because
 * each call opens another subscription.
 */
export const useExtensionUpdates = (): void =>
  useAnnouncements(desktop.extensions.state, (state) => useExtensions.setState({ state }));

/**
 * Shows changes at once and stores them. Returns true if they were stored. If storing fails, restores
 * the old state, shows the error, and returns false.
 */
export const changeExtensions = async (changes: ExtensionsChange[]): Promise<boolean> => {
  const { state } = useExtensions.getState();
  try {
    if (state) {
      const document = changedExtensions(state.document, changes);
      useExtensions.setState({ state: { ...state, document, isPending: true } });
    }
    await desktop.extensions.change(changes);
    return true;
  } catch (error) {
    useExtensions.setState({ state });
    showError(error);
    return false;
  }
};

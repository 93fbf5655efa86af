import { coalesced } from '../app/coalesced.ts';
import { desktop, queries } from '../app/desktop.ts';
import { queryClient } from '../app/query-client.ts';
import { showError } from '../app/show-error.tsx';
import { useAnnouncements } from '../app/use-announcements.ts';
import { useCommand } from '../app/use-command.ts';
import { openSyncPanel, useSyncPanel } from './sync-panel-state.ts';
import { useSyncStatus } from './sync-status.ts';

/** What is read anew with each announcement of the status; only what is on the screen is. */
const told = [queries.sync.waiting, queries.sync.conflicts, queries.sync.conflict];

const readAgain = coalesced(
  async () =>
    await Promise.all(
      told.map(async (query) => await queryClient.invalidateQueries({ queryKey: query.key() })),
    ),
);

/** The panel says what is wrong by itself, and more precisely. */
const tellUnlessShown = (error: unknown): void => {
  if (!useSyncPanel.getState().isOpen) showError(error);
};

/** Keeps the status up to date, and gives the commands of synchronization their action. */
export const useSync = (): void => {
  useAnnouncements(desktop.sync.status, (status) => {
    useSyncStatus.setState({ status });
    readAgain();
  });
  useCommand('file.sync-now', { run: () => void desktop.sync.now().catch(tellUnlessShown) });
  useCommand('file.show-waiting', { run: openSyncPanel });
};

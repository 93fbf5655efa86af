import { desktop } from '../app/desktop.ts';
import { showError } from '../app/show-error.tsx';
import { useAnnouncements } from '../app/use-announcements.ts';
import { useCommand } from '../app/use-command.ts';
import { useSyncStatus } from './sync-status.ts';

/** Keeps the status up to date, and gives "Sync now" its action. */
export const useSync = (): void => {
  useAnnouncements(desktop.sync.status, (status) => useSyncStatus.setState({ status }));
  useCommand('file.sync-now', { run: () => void desktop.sync.now().catch(showError) });
};

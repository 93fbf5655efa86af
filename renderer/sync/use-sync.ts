import { notifications } from '@mantine/notifications';
import type { Renumbered } from '#shared/desktop/sync.ts';
import { useCommand } from '../kernel/commands/use-command.ts';
import { useSyncStatus } from '../kernel/connection/sync-status.tsx';
import { desktop, queries, queryClient } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { useAnnouncements } from '../kernel/desktop/use-announcements.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { coalesced } from './coalesced.ts';
import { openSyncPanel, syncErrorId, useSyncPanel } from './sync-panel-state.ts';

/** The queries that are read again after each status event, if a component shows their data. */
const conflicts = [queries.sync.conflicts, queries.sync.conflict];
const all = [queries.sync.pendingChanges, ...conflicts];

const readAgain = coalesced(async () => {
  // While many changes are sent, the panel shows only the progress, so pending changes are not read.
  const sending = useSyncStatus.getState().status?.sending ?? null;
  const affected = sending ? conflicts : all;
  await Promise.all(
    affected.map(async (query) => await queryClient.invalidateQueries({ queryKey: query.key() })),
  );
});

/** Shows an error unless the sync panel is open, because the panel shows the error with more detail. */
const showUnlessOpen = (error: unknown): void => {
  if (!useSyncPanel.getState().isOpen) showError(error, syncErrorId);
};

/** The maximum number of new threat numbers that a message names. */
const maxNumbers = 5;

const numbersText = (numbers: Renumbered) => {
  const visible = numbers.slice(0, maxNumbers).map(({ from, to }) => `${from} → ${to}`);
  const more = numbers.length > maxNumbers ? ['…'] : [];
  return { count: numbers.length, numbers: [...visible, ...more].join(', ') };
};

/**
 * Keeps the sync status up to date, shows new threat numbers in a notification, and registers the sync
 * commands.
 */
export const useSync = (): void => {
  const { t } = useTranslation('sync');
  useAnnouncements(desktop.sync.status, (status) => {
    useSyncStatus.setState({ status });
    readAgain();
  });
  useAnnouncements(desktop.sync.renumbered, (numbers) => {
    notifications.show({ autoClose: false, message: t('renumbered', numbersText(numbers)) });
  });
  useCommand('file.sync-now', { run: () => void desktop.sync.now().catch(showUnlessOpen) });
  useCommand('file.show-waiting', { run: openSyncPanel });
};

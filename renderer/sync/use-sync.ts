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

/** These queries are read again after each status event, if their data is visible. */
const conflicts = [queries.sync.conflicts, queries.sync.conflict];
const all = [queries.sync.pendingChanges, ...conflicts];

const readAgain = coalesced(async () => {
  // During a long send, the panel shows its progress instead of thousands of entries.
  const sending = useSyncStatus.getState().status?.sending ?? null;
  const told = sending ? conflicts : all;
  await Promise.all(
    told.map(async (query) => await queryClient.invalidateQueries({ queryKey: query.key() })),
  );
});

/** Shows an error, unless the panel is open: it shows the error with more detail. */
const tellUnlessShown = (error: unknown): void => {
  if (!useSyncPanel.getState().isOpen) showError(error, syncErrorId);
};

/** The maximum number of new threat numbers that a message names. */
const mostNumbers = 5;

const numbersText = (numbers: Renumbered) => {
  const shown = numbers.slice(0, mostNumbers).map(({ from, to }) => `${from} → ${to}`);
  const more = numbers.length > mostNumbers ? ['…'] : [];
  return { count: numbers.length, numbers: [...shown, ...more].join(', ') };
};

/** Keeps the status up to date and registers the sync commands. */
export const useSync = (): void => {
  const { t } = useTranslation('sync');
  useAnnouncements(desktop.sync.status, (status) => {
    useSyncStatus.setState({ status });
    readAgain();
  });
  useAnnouncements(desktop.sync.renumbered, (numbers) => {
    notifications.show({ autoClose: false, message: t('renumbered', numbersText(numbers)) });
  });
  useCommand('file.sync-now', { run: () => void desktop.sync.now().catch(tellUnlessShown) });
  useCommand('file.show-waiting', { run: openSyncPanel });
};

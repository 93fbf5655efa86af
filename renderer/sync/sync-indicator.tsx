import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { SyncStatus } from '#shared/desktop/contract.ts';
import {
  SyncDot,
  SyncedConnection,
  SyncProgress,
  useSyncStatus,
} from '../kernel/connection/sync-status.tsx';
import { useUnsaved } from '../kernel/desktop/in-turn.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { closeSyncPanel, openSyncPanel, useSyncPanel } from './sync-panel-state.ts';
import { SyncPanel } from './sync-panel.tsx';
import classes from './sync-indicator.module.css';

/**
 * A button with the dot and the name of the sync state. It opens the panel with details and pending
 * changes.
 */
export const SyncIndicator = () => {
  const { t } = useTranslation('sync');
  const status = useSyncStatus((sync) => sync.status);
  const isOpen = useSyncPanel((panel) => panel.isOpen);
  if (!status) return null;
  const { state, sending, pending } = status;
  const word =
    state === 'syncing' && sending
      ? t('sending', sending)
      : t(`state.${state}`, { count: pending });
  return (
    <>
      <Popover
        onChange={(opened) => (opened ? openSyncPanel() : closeSyncPanel())}
        opened={isOpen}
        position="bottom-end"
        returnFocus
        trapFocus
        width={440}
        withRoles={false}
      >
        <Popover.Target>
          <UnstyledButton
            aria-expanded={isOpen}
            aria-haspopup="dialog"
            aria-label={t('indicator', { state: word })}
            className={classes.button}
            data-sync-indicator
            onClick={isOpen ? closeSyncPanel : openSyncPanel}
          >
            <SyncDot state={status.state} />
            <span className={classes.word}>{word}</span>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('panel')} className={classes.dropdown} role="dialog">
          <SyncPanel status={status} />
        </Popover.Dropdown>
      </Popover>
      <VisuallyHidden aria-live="polite">{isCalm(status) ? '' : word}</VisuallyHidden>
    </>
  );
};

/**
 * Tells if a state is not announced by screen readers. They announce only problems, because saving and
 * sending are too frequent.
 */
const isCalm = ({ state }: SyncStatus): boolean => state !== 'offline' && state !== 'attention';

/**
 * The part of the status bar about sync: whether everything is saved, the pending changes, the progress
 * of uploads and downloads, and the connection.
 */
export const SyncSummary = () => {
  const { t } = useTranslation('sync');
  const status = useSyncStatus((sync) => sync.status);
  const isSaving = useUnsaved(({ count }) => count > 0);
  if (!status) return null;
  const { connection } = status;
  return (
    <>
      <span>{t(isSaving ? 'saving' : 'saved-here')}</span>
      {status.pending > 0 && !status.sending && (
        <span>{t('pending-count', { count: status.pending })}</span>
      )}
      {status.sending && <SyncProgress activity="sending" {...status.sending} />}
      {status.fetching && <SyncProgress activity="fetching" {...status.fetching} />}
      <SyncedConnection className={classes.connection} name={connection} />
    </>
  );
};

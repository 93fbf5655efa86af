import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SyncStatus } from '#shared/desktop/contract.ts';
import { SyncDot } from './sync-dot.tsx';
import { closeSyncPanel, openSyncPanel, useSyncPanel } from './sync-panel-state.ts';
import { SyncPanel } from './sync-panel.tsx';
import { useSyncStatus } from './sync-status.ts';
import classes from './sync-indicator.module.css';

/** The dot with its word; behind it, what that means and what waits. */
export const SyncIndicator = () => {
  const { t } = useTranslation('sync');
  const status = useSyncStatus((sync) => sync.status);
  const isOpen = useSyncPanel((panel) => panel.isOpen);
  if (!status) return null;
  const word = t(`state.${status.state}`, { count: status.waiting });
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
            {word}
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

/** Saving and sending goes on all the time, and saying so each time would be noise. */
const isCalm = ({ state }: SyncStatus): boolean => state !== 'offline' && state !== 'attention';

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { SyncStatus } from '#shared/desktop/contract.ts';
import { language } from '#shared/locales/texts.ts';
import { runCommand } from '../kernel/commands/use-command.ts';
import { problemText } from '../kernel/connection/connections.ts';
import { SyncDot, SyncedConnection, SyncProgress } from '../kernel/connection/sync-status.tsx';
import { queries } from '../kernel/desktop/desktop.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { useFocusFallback } from '../ui/focus.ts';
import { fullTime, isJustNow, relativeTime, useNow } from '../ui/relative-time.ts';
import { useConflicts } from './conflict-button.tsx';
import { ConflictList } from './conflict-list.tsx';
import { PendingList } from './pending-list.tsx';
import { RejectedList } from './rejected-list.tsx';
import { SyncHold } from './sync-hold.tsx';
import classes from './sync-panel.module.css';

/** The details of the sync status: pending changes, rejected changes, and conflicts. */
export const SyncPanel = ({ status }: { status: SyncStatus }) => {
  const pending = useQuery(queries.sync.pendingChanges.queryOptions());
  const conflicts = useConflicts();
  const rejected = pending.data?.filter((entry) => entry.rejection !== null) ?? [];
  const list = useFocusFallback();
  return (
    <div className={classes.panel}>
      <SyncHead status={status} />
      {/* The Tab stop lets the keyboard scroll this element even if nothing in it is focusable. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.scroll} ref={list} tabIndex={0}>
        {status.hold && <SyncHold hold={status.hold} reason={status.reason} />}
        {conflicts.length > 0 && <ConflictList conflicts={conflicts} />}
        {rejected.length > 0 && <RejectedList entries={rejected} />}
        {!status.sending && (
          <PendingList
            isAlone={!status.hold && conflicts.length + rejected.length === 0}
            pending={pending}
          />
        )}
      </div>
    </div>
  );
};

/** The status as a word and a sentence. */
const SyncHead = ({ status }: { status: SyncStatus }) => {
  const { t } = useTranslation('sync');
  const { t: tSettings } = useTranslation('settings');
  const { state, fetching, sending, hold, problem } = status;
  const reason = problem === null ? status.reason : problemText(tSettings, { kind: problem });
  const about = state === 'syncing' && status.pending === 0 ? 'fetching' : state;
  const isGoingOn = state === 'saved' || state === 'syncing';
  return (
    <div className={classes.head}>
      <div className={classes.top}>
        <h2 className={classes.state}>
          <SyncDot state={state} />
          {t(`state.${state}`, { count: status.pending })}
        </h2>
        <Button
          data-autofocus
          leftSection={<RefreshCw size={14} />}
          onClick={() => runCommand('file.sync-now')}
          size="xs"
          variant="default"
        >
          {t('now')}
        </Button>
      </div>
      {!hold && <p className={classes.explain}>{t(`explain.${about}`)}</p>}
      {!hold && reason !== null && !isGoingOn && (
        <p className={`${classes.said} selectable`}>{t('service-says', { reason })}</p>
      )}
      {fetching && <SyncProgress activity="fetching" {...fetching} />}
      {sending && <SyncProgress activity="sending" {...sending} />}
      <LastSync status={status} />
    </div>
  );
};

const LastSync = ({ status }: { status: SyncStatus }) => {
  const { connection, lastSyncedAt, isAwaited, state } = status;
  const { t } = useTranslation('sync');
  const now = useNow();
  return (
    <p className={classes.last}>
      <SyncedConnection name={connection} />
      {' · '}
      {isAwaited && state !== 'syncing' ? (
        t('trying')
      ) : lastSyncedAt === null ? (
        t('never')
      ) : (
        <span title={fullTime(lastSyncedAt, language())}>
          {isJustNow(lastSyncedAt, now)
            ? t('just-synced')
            : t('last', { when: relativeTime(lastSyncedAt, now, language()) })}
        </span>
      )}
    </p>
  );
};

import { Button } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SyncStatus } from '#shared/desktop/contract.ts';
import { runCommand } from '../app/use-command.ts';
import { problemText } from '../settings/problem-text.ts';
import { fullTime, relativeTime } from '../ui/relative-time.ts';
import { useNow } from '../ui/use-now.ts';
import { FetchProgress } from './fetch-progress.tsx';
import { SyncDot } from './sync-dot.tsx';
import classes from './sync-panel.module.css';

/** How it is now, in a word and a sentence. */
export const SyncHead = ({ status }: { status: SyncStatus }) => {
  const { t } = useTranslation('sync');
  const { t: tSettings } = useTranslation('settings');
  const { state, fetching, hold, problem } = status;
  const reason = problem === null ? status.reason : problemText(tSettings, { kind: problem });
  const about = state === 'syncing' && status.waiting === 0 ? 'fetching' : state;
  const isGoingOn = state === 'saved' || state === 'syncing';
  return (
    <div className={classes.head}>
      <div className={classes.top}>
        <h2 className={classes.state}>
          <SyncDot state={state} />
          {t(`state.${state}`, { count: status.waiting })}
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
      {fetching && <FetchProgress {...fetching} />}
      <LastSync status={status} />
    </div>
  );
};

const LastSync = ({ status }: { status: SyncStatus }) => {
  const { connection, lastSyncedAt, isAwaited, state } = status;
  const { t, i18n } = useTranslation('sync');
  const now = useNow();
  return (
    <p className={classes.last}>
      <span dir="auto">{connection}</span>
      {' · '}
      {isAwaited && state !== 'syncing' ? (
        t('trying')
      ) : lastSyncedAt === null ? (
        t('never')
      ) : (
        <span title={fullTime(lastSyncedAt, i18n.language)}>
          {t('last', { when: relativeTime(lastSyncedAt, now, i18n.language) })}
        </span>
      )}
    </p>
  );
};

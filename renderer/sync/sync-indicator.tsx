import { Button, Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SyncStatus } from '#shared/desktop/contract.ts';
import { runCommand } from '../app/use-command.ts';
import { fullTime } from '../ui/relative-time.ts';
import { SyncDot } from './sync-dot.tsx';
import { useSyncStatus } from './sync-status.ts';
import classes from './sync-indicator.module.css';

/** The dot with its word; behind it, what that means and what waits. */
export const SyncIndicator = () => {
  const { t } = useTranslation('sync');
  const status = useSyncStatus((sync) => sync.status);
  if (!status) return null;
  const word = t(`state.${status.state}`);
  return (
    <>
      <Popover position="bottom-end" returnFocus trapFocus width={280}>
        <Popover.Target>
          <UnstyledButton aria-label={t('label', { state: word })} className={classes.button}>
            <SyncDot state={status.state} />
            {word}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <SyncFacts status={status} />
        </Popover.Dropdown>
      </Popover>
      <VisuallyHidden aria-live="polite">{isCalm(status) ? '' : word}</VisuallyHidden>
    </>
  );
};

/** Saving and sending goes on all the time, and saying so each time would be noise. */
const isCalm = ({ state }: SyncStatus): boolean => state !== 'offline' && state !== 'attention';

const SyncFacts = ({ status }: { status: SyncStatus }) => {
  const { t, i18n } = useTranslation('sync');
  const last = status.lastSyncedAt;
  const facts = [
    { term: t('connection'), value: status.connection },
    { term: t('waiting'), value: status.waiting },
    { term: t('set-aside'), value: status.setAside },
    { term: t('last'), value: last === null ? t('never') : fullTime(last, i18n.language) },
  ];
  return (
    <div className={classes.facts}>
      <p className={classes.explain}>{t(`explain.${status.state}`)}</p>
      <dl className={classes.list}>
        {facts.map(({ term, value }) => (
          <div className={classes.fact} key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button
        leftSection={<RefreshCw size={14} />}
        onClick={() => runCommand('file.sync-now')}
        variant="default"
      >
        {t('now')}
      </Button>
    </div>
  );
};

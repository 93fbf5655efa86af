import { create } from 'zustand';
import { thisComputer } from '#shared/desktop/connections.ts';
import type { SyncStatus } from '#shared/desktop/contract.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import classes from './sync-status.module.css';

/** The last sync status from the main process, or `null` until the first status arrives. */
export const useSyncStatus = create<{ status: SyncStatus | null }>(() => ({ status: null }));

/**
 * A dot with a color and a shape for each sync state. It is hidden from screen readers, because the name
 * of the state is always beside it.
 */
export const SyncDot = ({ state }: { state: SyncStatus['state'] }) => (
  <span aria-hidden className={classes.dot} data-state={state} />
);

/**
 * The name of the connection in a sync status. The name of the built-in service is in the language of the
 * app.
 */
export const SyncedConnection = ({
  name,
  className,
}: {
  name: string;
  className?: string | undefined;
}) => {
  const { t } = useTranslation('settings');
  return (
    <span className={className} dir="auto">
      {name === thisComputer.name ? t('this-computer') : name}
    </span>
  );
};

type SyncProgressProps = {
  activity: 'fetching' | 'sending';
  done: number;
  total: number;
};

/**
 * The progress of a download or upload. It is only a thin line, because the person can continue to work
 * during the transfer.
 */
export const SyncProgress = ({ activity, done, total }: SyncProgressProps) => {
  const { t } = useTranslation('sync');
  const label = t(activity, { done, total });
  return (
    <span className={classes.progress}>
      {label}
      <progress aria-label={label} className={classes.line} max={Math.max(total, 1)} value={done} />
    </span>
  );
};

import { create } from 'zustand';
import type { SyncStatus } from '#shared/desktop/contract.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import classes from './sync-status.module.css';

/** The last sync status from the main process, `null` until the first one arrives. */
export const useSyncStatus = create<{ status: SyncStatus | null }>(() => ({ status: null }));

/**
 * A dot with a color and a shape for each sync state. It is hidden from screen readers, because the name
 * of the state is always beside it.
 */
export const SyncDot = ({ state }: { state: SyncStatus['state'] }) => (
  <span aria-hidden className={classes.dot} data-state={state} />
);

type SyncProgressProps = {
  activity: 'fetching' | 'sending';
  done: number;
  total: number;
};

/**
 * The progress of a download or upload. It is only a thin line, because the person can work meanwhile.
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

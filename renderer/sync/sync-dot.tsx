import type { SyncStatus } from '#shared/desktop/contract.ts';
import classes from './sync-dot.module.css';

/** Always beside the word; each state has a shape of its own too. */
export const SyncDot = ({ state }: { state: SyncStatus['state'] }) => (
  <span aria-hidden className={classes.dot} data-state={state} />
);

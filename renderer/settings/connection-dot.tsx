import type { ListedConnection } from '#shared/desktop/connections.ts';
import { SyncDot } from '../sync/sync-dot.tsx';
import { useSyncStatus } from '../sync/sync-status.ts';
import classes from './connection-dot.module.css';

type ConnectionDotProps = { connection: ListedConnection; isOpen: boolean };

/** Always beside a name and its state in words. The open connection has the dot of its sync. */
export const ConnectionDot = ({ connection, isOpen }: ConnectionDotProps) => {
  const status = useSyncStatus((sync) => sync.status);
  if (isOpen && status) return <SyncDot state={status.state} />;
  const state = connection.secret === 'missing' ? 'signedOut' : isOpen ? 'open' : 'closed';
  return <span aria-hidden className={classes.dot} data-state={state} />;
};

import type { Hold, SyncStatus } from '#shared/desktop/sync.ts';

/**
 * The result of the last pass. `good`: no failure. `failing`: the service answers, but something went
 * wrong. `none`: the service cannot be reached or asks for a pause.
 */
export type Contact = 'good' | 'failing' | 'none';

/** Returns the status in one word. */
export const stateOf = (now: {
  isRunning: boolean;
  /** True if a person waits for the running pass. The status does not show other passes. */
  isAwaited: boolean;
  /** The contact of the last finished pass, because a pass that is still running has no result yet. */
  contact: Contact;
  hold: Hold | null;
  pending: number;
  rejected: number;
  conflicts: number;
}): SyncStatus['state'] => {
  if (now.rejected > 0 || now.conflicts > 0 || now.hold) return 'attention';
  if (now.isAwaited) return 'syncing';
  if (now.contact === 'none') return 'offline';
  if (now.pending > 0) return now.isRunning ? 'syncing' : 'pending';
  // Everything is sent. If the last pass failed, changes of others do not arrive.
  return now.contact === 'failing' ? 'offline' : 'saved';
};

import type { Hold, SyncStatus } from '#shared/desktop/sync.ts';

/**
 * The result of the last pass. `good`: no failure. `failing`: the service answers, but something went
 * wrong. `none`: the service cannot be reached or asks for a pause.
 */
export type Contact = 'good' | 'failing' | 'none';

/** Returns the status in one word. */
export const stateOf = (now: {
  isRunning: boolean;
  /**
   * True if a person waits for the running pass. The status shows any other pass only while changes are
   * pending.
   */
  isAwaited: boolean;
  /**
   * The result of the last finished pass. If it was `none`, it becomes `good` as soon as the service
   * answers.
   */
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
  // Everything is sent. If the last pass failed, changes of others do not arrive, so the status is not
  // `saved`.
  return now.contact === 'failing' ? 'offline' : 'saved';
};

import type { Hold, SyncStatus } from '#shared/desktop/sync.ts';

/**
 * What the last pass has shown of the service: `good`, it does what it is asked. `failing`: it
 * answers, but something went wrong. `none`: it cannot be reached, or wants to be left alone.
 */
export type Contact = 'good' | 'failing' | 'none';

/** The one word for how things stand. */
export const stateOf = (now: {
  isRunning: boolean;
  /** Whether a person waits for what is under way: the rest of it is not worth a word. */
  isAwaited: boolean;
  /** Of a pass that has ended: while another tries it again, nothing better is known. */
  contact: Contact;
  hold: Hold | null;
  waiting: number;
  setAside: number;
  conflicts: number;
}): SyncStatus['state'] => {
  if (now.setAside > 0 || now.conflicts > 0 || now.hold) return 'attention';
  if (now.isAwaited) return 'syncing';
  if (now.contact === 'none') return 'offline';
  if (now.waiting > 0) return now.isRunning ? 'syncing' : 'waiting';
  // Everything is sent, but what others changed does not come.
  return now.contact === 'failing' ? 'offline' : 'saved';
};

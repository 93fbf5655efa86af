import type { Hold, SyncStatus } from '#shared/desktop/sync.ts';

/** The one word for how things stand. */
export const stateOf = (now: {
  activity: 'idle' | 'running' | 'offline';
  hold: Hold | null;
  waiting: number;
  setAside: number;
  conflicts: number;
}): SyncStatus['state'] => {
  if (now.setAside > 0 || now.conflicts > 0 || now.hold) return 'attention';
  if (now.activity === 'offline') return 'offline';
  if (now.waiting === 0) return 'saved';
  return now.activity === 'running' ? 'syncing' : 'waiting';
};

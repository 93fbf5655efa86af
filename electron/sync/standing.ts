import type { SyncStatus } from '#shared/desktop/contract.ts';
import type { Hold } from '#shared/desktop/sync.ts';
import type { Store } from '../store/store.ts';
import type { Waiting } from './push.ts';
import { stateOf, type Contact } from './sync-state.ts';

type Dependencies = {
  store: Store;
  connectionName: string;
  announce: (status: SyncStatus) => void;
  /** Nothing is told any more when it is aborted: the store may be closed by then. */
  signal: AbortSignal;
};

/** A reading shorter than this is over before its progress could be read. */
const fewestToShow = 400;

/** How sync stands: what the passes have come to, and what the window is told of it. */
export const createStanding = ({ store, connectionName, announce, signal }: Dependencies) => {
  let activity: 'idle' | 'running' | 'offline' = 'idle';
  let contact: Contact = 'good';
  /** How many passes a person waits for. */
  let awaited = 0;
  let hold: Hold | null = null;
  let failure: Waiting | null = null;
  let fetching: SyncStatus['fetching'] = null;

  const status = (): SyncStatus => {
    const counts = store.outbox.counts();
    const open = { conflicts: store.conflicts.count(), setAside: counts.setAside };
    const waiting = counts.waiting - counts.setAside;
    const isAwaited = awaited > 0;
    const isRunning = activity === 'running';
    return {
      ...open,
      state: stateOf({ ...open, isRunning, isAwaited, contact, hold, waiting }),
      waiting,
      hold,
      isAwaited,
      reason: failure?.reason ?? null,
      problem: failure?.kind === 'unreachable' ? failure.problem : null,
      fetching,
      connection: connectionName,
      lastSyncedAt: store.preferences.lastSyncedAt(),
    };
  };

  const report = (): void => {
    if (!signal.aborted) announce(status());
  };

  const isOtherGround = (): boolean => hold === 'restored' || hold === 'unfamiliar';

  /** What the pass comes to shows at its end; until then the service is not away at least. */
  const heard = (): void => {
    if (contact !== 'none') return;
    contact = 'good';
    report();
  };

  return {
    status,
    report,
    isOtherGround,
    heard,
    hold: () => hold,
    reason: () => failure?.reason ?? '',
    isIdle: (): boolean => activity === 'idle',
    isOffline: (): boolean => activity === 'offline',

    progress: (done: number, total: number): void => {
      heard();
      fetching = total >= fewestToShow ? { done, total } : null;
      report();
    },

    began: (): void => {
      activity = 'running';
      report();
    },

    succeeded: (): void => {
      activity = 'idle';
      contact = 'good';
      hold = null;
      failure = null;
    },

    failed: (why: Waiting): void => {
      failure = why;
      if (why.kind === 'hold') hold = why.hold;
      else if (!isOtherGround()) hold = null;
      // The service did answer where it failed at one thing only.
      activity = why.kind === 'unreachable' ? 'offline' : 'idle';
      contact = why.kind === 'unreachable' ? 'none' : 'failing';
    },

    ended: (): void => {
      fetching = null;
      report();
    },

    /** For what a person has asked for, or has nothing to look at before. */
    awaited: async (pass: Promise<void>): Promise<void> => {
      awaited += 1;
      report();
      try {
        await pass;
      } finally {
        awaited -= 1;
        report();
      }
    },
  };
};

import type { SyncStatus } from '#shared/desktop/contract.ts';
import type { Hold } from '#shared/desktop/sync.ts';
import type { Store } from '../store/store.ts';
import type { Postponed } from './push.ts';
import { stateOf, type Contact } from './sync-state.ts';

type Dependencies = {
  store: Store;
  connectionName: string;
  announce: (status: SyncStatus) => void;
  /** Stops all events when it aborts, because the store may be closed by then. */
  signal: AbortSignal;
  /** Returns the time on a monotonic clock, in milliseconds. */
  elapsed: () => number;
};

/**
 * The minimum number of records in a reading for its progress to be shown. A shorter reading ends before
 * anyone could read the progress.
 */
const minToShow = 400;
/** The minimum number of changes in a send for its progress to be shown. */
const minToSend = 100;
/**
 * The minimum number of sent changes before the progress of a send is shown. It is not shown at once,
 * because a large total may consist of entries that cannot be sent yet.
 */
const minSent = 10;
/** The shortest time between two progress updates of a send, in milliseconds. */
const announceEveryMs = 250;

/** Derives the sync status from the passes and publishes it to the window. */
export const createSyncStatus = (dependencies: Dependencies) => {
  const { store, connectionName, announce, signal, elapsed } = dependencies;
  let activity: 'idle' | 'running' | 'offline' = 'idle';
  let contact: Contact = 'good';
  /** The number of passes that a person waits for. */
  let awaited = 0;
  let hold: Hold | null = null;
  let failure: Postponed | null = null;
  let fetching: SyncStatus['fetching'] = null;
  /** The number of changes that the service has accepted or rejected during the pass. */
  let sent = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;

  const sending = (pending: number): SyncStatus['sending'] => {
    const total = sent + pending;
    const isLong = sent >= minSent && pending > 0 && total >= minToSend;
    return activity === 'running' && isLong ? { done: sent, total } : null;
  };

  const status = (): SyncStatus => {
    const counts = store.outbox.counts();
    const open = { conflicts: store.conflicts.count(), rejected: counts.rejected };
    const pending = counts.changes - counts.rejected;
    const isAwaited = awaited > 0;
    const isRunning = activity === 'running';
    return {
      ...open,
      state: stateOf({ ...open, isRunning, isAwaited, contact, hold, pending }),
      pending,
      hold,
      isAwaited,
      reason: failure?.reason ?? null,
      problem: failure?.kind === 'unreachable' ? failure.problem : null,
      fetching,
      sending: sending(pending),
      connection: connectionName,
      lastSyncedAt: store.preferences.lastSyncedAt(),
    };
  };

  const report = (): void => {
    reportedAt = elapsed();
    if (!signal.aborted) announce(status());
  };

  const needsChoice = (): boolean => hold === 'restored' || hold === 'unfamiliar';

  /**
   * Call when an answer arrives, because it shows that the service is reachable, even before the pass
   * ends.
   */
  const reached = (): void => {
    if (contact !== 'none') return;
    contact = 'good';
    report();
  };

  return {
    status,
    report,
    needsChoice,
    hold: () => hold,
    reason: () => failure?.reason ?? '',
    isIdle: (): boolean => activity === 'idle',
    isRunning: (): boolean => activity === 'running',
    isOffline: (): boolean => activity === 'offline',

    /** Call when the service has accepted or rejected a change. */
    answered: (): void => {
      sent += 1;
      reached();
      if (sent >= minSent && elapsed() - reportedAt >= announceEveryMs) report();
    },

    progress: (done: number, total: number): void => {
      reached();
      fetching = total >= minToShow ? { done, total } : null;
      report();
    },

    began: (): void => {
      activity = 'running';
      sent = 0;
      report();
    },

    succeeded: (): void => {
      activity = 'idle';
      contact = 'good';
      hold = null;
      failure = null;
    },

    failed: (why: Postponed): void => {
      failure = why;
      if (why.kind === 'hold') hold = why.hold;
      else if (!needsChoice()) hold = null;
      // Only `unreachable` means offline. After another failure, the service did answer.
      activity = why.kind === 'unreachable' ? 'offline' : 'idle';
      contact = why.kind === 'unreachable' ? 'none' : 'failing';
    },

    ended: (): void => {
      fetching = null;
      report();
    },

    /** Marks a pass that the person requested or has to wait for. */
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

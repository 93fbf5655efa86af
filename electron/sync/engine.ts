import type { SyncStatus } from '#shared/desktop/contract.ts';
import type { RecordKind } from '#shared/desktop/records.ts';
import type { SyncClient } from '../connection/api-client.ts';
import type { Store } from '../store/store.ts';
import { classifyFailure } from './outcome.ts';
import { createPull } from './pull.ts';
import { createPush } from './push.ts';

type Dependencies = {
  store: Store;
  client: SyncClient;
  connectionName: string;
  changed: (kinds: RecordKind[]) => void;
  announce: (status: SyncStatus) => void;
  log: (message: string, details: Record<string, unknown>) => void;
};

/** A large drawing is sent whole, so a gesture waits this long for the next before it is sent. */
const gatherMs = 300;
const firstRetryMs = 1_000;
const longestRetryMs = 60_000;

/** The time before the n-th repetition, in milliseconds; `chance` is between 0 and 1. */
export const retryDelayMs = (attempt: number, chance: number): number =>
  Math.min(longestRetryMs, firstRetryMs * 2 ** attempt) * (0.5 + chance / 2);

/**
 * Carries the store to the service and back. One pass runs at a time; whoever asks meanwhile gets
 * the next one. The window never waits for it.
 */
export const createSyncEngine = (dependencies: Dependencies) => {
  const { store, connectionName, announce, log } = dependencies;
  const push = createPush(dependencies);
  const pull = createPull(dependencies);
  let activity: 'idle' | 'running' | 'offline' = 'idle';
  let queue: Promise<void> = Promise.resolve();
  let failures = 0;
  let retryTimer: NodeJS.Timeout | null = null;
  let gatherTimer: NodeJS.Timeout | null = null;

  const status = (): SyncStatus => {
    const { waiting, setAside } = store.outbox.counts();
    return {
      state: stateOf(activity, waiting, setAside),
      waiting: waiting - setAside,
      setAside,
      connection: connectionName,
      lastSyncedAt: store.preferences.lastSyncedAt(),
    };
  };

  const report = (): void => announce(status());

  const retryLater = (): void => {
    if (retryTimer) clearTimeout(retryTimer);
    retryTimer = setTimeout(() => void flush().catch(noted), retryDelayMs(failures, Math.random()));
    failures += 1;
  };

  /** The window is told by the status; whoever waits for the pass is told by the rejection. */
  const noted = (error: unknown): void => log('sync pass failed', { reason: String(error) });

  const succeeded = (): void => {
    activity = 'idle';
    failures = 0;
    store.preferences.syncedAt(store.now());
    // Everything is sent and nobody waits: the moment to make the next reading short.
    store.tidy();
  };

  const run = (pass: () => Promise<void>): Promise<void> => {
    const turn = queue.then(async () => {
      activity = 'running';
      report();
      try {
        await pass();
        succeeded();
      } catch (error) {
        activity = 'offline';
        retryLater();
        throw error;
      } finally {
        report();
      }
    });
    queue = turn.catch(() => undefined);
    return turn;
  };

  const pushAll = async (): Promise<void> => {
    const result = await push();
    if (result.kind === 'retry') throw new ServiceUnavailable(result.reason);
  };

  /** Sends all that waits; rejects with `ServiceUnavailable` when the service cannot take it. */
  const flush = (): Promise<void> => run(pushAll);

  /** Sends, then fetches everything. */
  const syncAll = (): Promise<void> =>
    run(async () => {
      await pushAll();
      try {
        await pull();
      } catch (error) {
        const failure = classifyFailure(error);
        throw new ServiceUnavailable(failure.kind === 'gone' ? 'Not found' : failure.reason);
      }
    });

  return {
    status,
    flush,
    syncAll,

    /** Called after every change; those that follow closely go in one pass. */
    changed: (): void => {
      report();
      // While offline the retry that is due takes everything along.
      if (gatherTimer || activity === 'offline') return;
      gatherTimer = setTimeout(() => {
        gatherTimer = null;
        void flush().catch(noted);
      }, gatherMs);
    },

    stop: (): void => {
      clearTimeout(retryTimer ?? undefined);
      clearTimeout(gatherTimer ?? undefined);
    },
  };
};

class ServiceUnavailable extends Error {}

const stateOf = (
  activity: 'idle' | 'running' | 'offline',
  waiting: number,
  setAside: number,
): SyncStatus['state'] => {
  if (setAside > 0) return 'attention';
  if (activity === 'offline') return 'offline';
  if (waiting === 0) return 'saved';
  return activity === 'running' ? 'syncing' : 'waiting';
};

export type SyncEngine = ReturnType<typeof createSyncEngine>;

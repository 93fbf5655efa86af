import type { SyncStatus } from '#shared/desktop/contract.ts';
import type { Decided, Renumbered, Resolution, ResolutionOfMany } from '#shared/desktop/sync.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { SyncClient } from '../connection/api-client.ts';
import { nameWaitMs } from '../store/changed-names.ts';
import type { Store } from '../store/store.ts';
import type { BeforeMerge } from './before-merging.ts';
import type { Taking } from './incoming.ts';
import { failureOf, ServiceUnavailable } from './pass-failure.ts';
import { createPasses } from './passes.ts';
import { createPending } from './pending.ts';
import type { Postponed } from './push.ts';
import { resolveMany } from './resolve-many.ts';
import { createResolve } from './resolve.ts';
import { retryDelayMs } from './retry-delay.ts';
import { ServiceHold } from './service-hold.ts';
import { createSyncStatus } from './sync-status.ts';

type Dependencies = {
  store: Store;
  client: SyncClient;
  connectionName: string;
  changed: (kinds: RecordKind[]) => void;
  announce: (status: SyncStatus) => void;
  /** Called with threats that were created again and have other numbers now. */
  renumbered?: (numbers: Renumbered) => void;
  log: (message: string, details: Record<string, unknown>) => void;
  /**
   * Called at the end of each pass that reads, if the reading succeeded. The promise must not reject.
   */
  afterPass?: (taking: Taking) => Promise<void>;
  beforeMerge?: BeforeMerge;
  /** Calls `work` after `ms` milliseconds. Returns a function that cancels the call. */
  later?: (work: () => void, ms: number) => () => void;
  /** Returns the time on a monotonic clock, in milliseconds. */
  elapsed?: () => number;
};

const afterTime = (work: () => void, ms: number): (() => void) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

/**
 * The time, in milliseconds, that sync waits for another gesture before it sends. Gestures are sent
 * together, because a drawing is sent whole, and sending a large one blocks new gestures. Each gesture
 * restarts the wait, at most `maxWaits` times.
 */
const gatherMs = 300;
const maxWaits = 6;
const recentEveryMs = 60_000;
const fullEveryMs = 30 * 60_000;
/**
 * The shortest time, in milliseconds, from the beginning of a reading until the focus of the window may
 * start another one.
 */
const focusEveryMs = 10_000;

/**
 * Syncs the store with the service. Only one pass runs at a time: a pass that is requested meanwhile
 * runs after it. The window never waits for a pass.
 */
export const createSyncEngine = (dependencies: Dependencies) => {
  const { store, client, changed, log, later = afterTime } = dependencies;
  const { renumbered = () => undefined } = dependencies;
  const { elapsed = () => performance.now() } = dependencies;
  const { afterPass = () => Promise.resolve() } = dependencies;
  const { beforeMerge = () => Promise.resolve() } = dependencies;
  const stopped = new AbortController();
  const { signal } = stopped;
  const pending = createPending(store);
  const conflicts = createResolve(store);

  let openModel: string | null = null;
  /** The imported models whose canvases were just read, so that opening one needs no reading. */
  const justImported = new Set<string>();
  let queue: Promise<void> = Promise.resolve();
  let isFullDue = true;
  let failures = 0;
  let retry: (() => void) | null = null;
  let gathering: (() => void) | null = null;
  let namesLater: (() => void) | null = null;
  let waits = 0;
  /** The time at which the last reading began, even if it failed; `null` before the first reading. */
  let readAt: number | null = null;
  const regular: NodeJS.Timeout[] = [];

  const syncStatus = createSyncStatus({ ...dependencies, elapsed, signal });
  const { report, answered, progress, needsChoice } = syncStatus;

  const isGathering = (): boolean => gathering !== null;
  const passes = createPasses({
    store,
    client,
    signal,
    changed,
    beforeMerge,
    renumbered,
    answered,
    progress,
    isGathering,
    openModel: () => openModel,
    elapsed,
  });

  /**
   * Logs a failure. That is enough, because the window sees the failure in the status, and a waiting
   * caller gets it from the rejected promise.
   */
  const noted = (error: unknown): void => log('sync pass failed', { reason: String(error) });

  const retryLater = (why: Postponed): void => {
    retry?.();
    const asked = why.kind === 'hold' ? null : why.afterSeconds;
    const delay = Math.max(retryDelayMs(failures, Math.random()), (asked ?? 0) * 1000);
    retry = later(() => void catchUp().catch(noted), delay);
    failures += 1;
  };

  const succeeded = (): void => {
    syncStatus.succeeded();
    failures = 0;
    store.preferences.syncedAt(store.now());
    readNamesLater();
    // Everything is sent and nobody waits, so there is time to prepare the store for faster reads.
    store.tidy();
  };

  /**
   * If others have changed a label or a title, schedules a reading that shows whether the other one of
   * these two values has followed (names.ts).
   */
  const readNamesLater = (): void => {
    if (!store.changedNames.stamp(elapsed()) || namesLater !== null) return;
    namesLater = later(() => {
      namesLater = null;
      if (syncStatus.isIdle() && !syncStatus.hold()) void syncRecent().catch(noted);
    }, nameWaitMs);
  };

  const failed = (error: unknown): void => {
    const why = failureOf(error);
    syncStatus.failed(why);
    if (!syncStatus.hold() && !signal.aborted) retryLater(why);
  };

  const run = (pass: () => Promise<void>): Promise<void> => {
    const turn = queue.then(async () => {
      signal.throwIfAborted();
      syncStatus.began();
      try {
        await pass();
        succeeded();
      } catch (error) {
        if (signal.aborted) throw error;
        failed(error);
        throw new ServiceUnavailable(failureOf(error), { cause: error });
      } finally {
        syncStatus.ended();
      }
    });
    queue = turn.catch(() => undefined);
    return turn;
  };

  /**
   * Throws while the person has not decided about a restored or unfamiliar service, so that nothing is
   * sent to it.
   */
  const assertDecided = (): void => {
    const hold = syncStatus.hold();
    if (hold === 'restored' || hold === 'unfamiliar') {
      throw new ServiceHold(hold, syncStatus.reason());
    }
  };

  /** Sends all pending changes. Rejects with `ServiceUnavailable` if some of them cannot be sent now. */
  const flush = (): Promise<void> =>
    run(async () => {
      assertDecided();
      await passes.send();
    });

  /** Sends, reads everything, and sends again. */
  const syncAll = (taking: Taking = 'merge'): Promise<void> =>
    run(async () => {
      readAt = elapsed();
      const sendsFirst = taking === 'merge' && !needsChoice();
      await passes.full({ taking, sendsFirst, hasRead: () => (isFullDue = false) });
      await afterPass(taking);
    });

  const syncRecent = (): Promise<void> =>
    run(async () => {
      readAt = elapsed();
      assertDecided();
      await passes.recent();
      await afterPass('merge');
    });

  /**
   * Sends and reads, because both sides may have changes after an outage. Reads everything if no full
   * reading has succeeded yet.
   */
  const catchUp = (): Promise<void> => (isFullDue ? syncAll() : syncRecent());

  /** Call after each change. Changes in quick succession are sent in one pass. */
  const scheduleSend = (): void => {
    report();
    // After `maxWaits` restarts, the scheduled send is not postponed any more, and it sends everything.
    // While offline, the scheduled retry does that. During a hold, nothing is sent.
    if (waits > maxWaits || syncStatus.isOffline() || syncStatus.hold()) return;
    gathering?.();
    waits += 1;
    gathering = later(() => {
      gathering = null;
      waits = 0;
      void flush().catch(noted);
    }, gatherMs);
  };

  const every = (ms: number, pass: () => Promise<void>): void => {
    const timer = setInterval(() => {
      if (syncStatus.isIdle() && !syncStatus.hold()) void pass().catch(noted);
    }, ms);
    timer.unref();
    regular.push(timer);
  };

  /** Announces what a decision of the person changed, and schedules the sending. */
  const decided = (kinds: RecordKind[]): void => {
    if (kinds.length > 0) changed(kinds);
    scheduleSend();
  };

  return {
    status: syncStatus.status,
    flush,
    /**
     * Syncs on request of the person. The retry delays start again, so a retry after a failure comes
     * soon.
     */
    syncAll: (): Promise<void> => {
      failures = 0;
      return syncStatus.awaited(syncAll());
    },
    syncRecent,
    changed: scheduleSend,
    pendingChanges: pending.list,
    conflicts: conflicts.list,
    conflict: conflicts.find,

    /** Starts a full pass, and further passes at regular times. */
    start: (): void => {
      if (signal.aborted) return;
      const isFirst = store.preferences.lastSyncedAt() === null;
      void (isFirst ? syncStatus.awaited(syncAll()) : syncAll()).catch(noted);
      every(recentEveryMs, syncRecent);
      every(fullEveryMs, syncAll);
    },

    retry: (seq: number): void => {
      store.outbox.retry(seq);
      scheduleSend();
    },
    retryAll: (): void => {
      store.outbox.retryAll();
      scheduleSend();
    },
    discard: (seq: number): void => {
      const isDelete = store.outbox.find(seq)?.op === 'delete';
      decided(pending.discard(seq));
      if (isDelete) void syncAll().catch(noted);
    },
    resolve: (resolution: Resolution): void => {
      const type = store.conflicts.find(resolution.kind, resolution.id)?.type;
      decided(conflicts.resolve(resolution));
      if (type === 'editedThere') void syncAll().catch(noted);
    },

    resolveMany: async (resolution: ResolutionOfMany): Promise<Decided> => {
      const { kinds, steps, needsReading } = await resolveMany(conflicts, resolution);
      decided(kinds);
      if (needsReading) void syncAll().catch(noted);
      return steps;
    },

    /**
     * Ends the hold of a restored or unfamiliar service. With `send`, the local copy wins; with `take`,
     * the service wins.
     */
    endHold: (choice: 'send' | 'take'): Promise<void> => {
      if (!needsChoice()) return Promise.resolve();
      return syncStatus.awaited(syncAll(choice === 'send' ? 'mine' : 'theirs'));
    },

    keepOffline: (collectionId: string, keep: boolean): void => {
      store.downloads[keep ? 'add' : 'remove']('collection', collectionId);
      changed(['collection']);
      if (keep) void syncAll().catch(noted);
    },

    /**
     * Downloads a model's drawings and components now. The next pass downloads the rest of the model.
     */
    fetchModel: async (id: string, wanted?: AbortSignal): Promise<void> => {
      try {
        await passes.model(id, wanted);
      } catch (error) {
        throw new ServiceUnavailable(failureOf(error), { cause: error });
      }
      void syncAll().catch(noted);
    },

    /**
     * Downloads the drawings of imported models now. `fetchRest` downloads everything else in these
     * models.
     */
    fetchImported: async (
      collectionServiceId: string,
      modelServiceIds: readonly string[],
    ): Promise<{ fetchRest: () => Promise<void> }> => {
      try {
        await passes.imported(collectionServiceId, modelServiceIds);
      } catch (error) {
        throw new ServiceUnavailable(failureOf(error), { cause: error });
      }
      for (const id of modelServiceIds) {
        justImported.add(store.idMap.localId('threatModel', id) ?? id);
      }
      return { fetchRest: () => syncAll() };
    },

    /** Call when a canvas is opened. Short readings then also read the canvases of its model. */
    opened: (canvasId: string): void => {
      const model = store.records.find('canvas', canvasId)?.parentId ?? null;
      if (model === openModel) return;
      openModel = model;
      if (model !== null && justImported.delete(model)) return;
      // Before the first pass, there is nothing to do, because that pass reads the model anyway.
      const hasBegun = readAt !== null;
      if (hasBegun && syncStatus.isIdle() && !syncStatus.hold()) void syncRecent().catch(noted);
    },

    /** Call when the network is back, instead of waiting for the next retry. */
    wake: (): void => {
      if (syncStatus.isOffline()) void catchUp().catch(noted);
    },

    /** Call when the window gets the focus, to show what others changed meanwhile. */
    focused: (): void => {
      const isDue = readAt !== null && elapsed() - readAt >= focusEveryMs;
      if (isDue && !syncStatus.isRunning() && !syncStatus.hold()) void catchUp().catch(noted);
    },

    /** Resolves when all passes requested so far have ended. */
    idle: (): Promise<void> => queue,

    /** Ends all work; no more events are published. */
    stop: async (): Promise<void> => {
      stopped.abort();
      retry?.();
      gathering?.();
      namesLater?.();
      for (const timer of regular) clearInterval(timer);
      await queue;
    },
  };
};

export type SyncEngine = ReturnType<typeof createSyncEngine>;

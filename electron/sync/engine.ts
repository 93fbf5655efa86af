import type { SyncStatus } from '#shared/desktop/contract.ts';
import type { RecordKind } from '#shared/desktop/records.ts';
import type { Resolution } from '#shared/desktop/sync.ts';
import type { SyncClient } from '../connection/api-client.ts';
import type { Store } from '../store/store.ts';
import type { Taking } from './incoming.ts';
import { OtherGround } from './other-ground.ts';
import { failureOf, ServiceUnavailable } from './pass-failure.ts';
import { createPasses } from './passes.ts';
import type { Waiting } from './push.ts';
import { createResolve } from './resolve.ts';
import { retryDelayMs } from './retry-delay.ts';
import { createStanding } from './standing.ts';
import { createWaiting } from './waiting.ts';

type Dependencies = {
  store: Store;
  client: SyncClient;
  connectionName: string;
  changed: (kinds: RecordKind[]) => void;
  announce: (status: SyncStatus) => void;
  log: (message: string, details: Record<string, unknown>) => void;
  /** Does something later, in milliseconds; what it gives calls it off. */
  later?: (work: () => void, ms: number) => () => void;
};

const afterTime = (work: () => void, ms: number): (() => void) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

/**
 * A large drawing is sent whole, which holds up the gestures of that moment; so a gesture waits this
 * long for the next one before it is sent. A hand that goes on without a rest is waited for so often.
 */
const gatherMs = 300;
const mostWaits = 6;
const recentEveryMs = 60_000;
const fullEveryMs = 30 * 60_000;

/**
 * Carries the store to the service and back. One pass runs at a time; whoever asks meanwhile gets
 * the next one. The window never waits for it.
 */
export const createSyncEngine = (dependencies: Dependencies) => {
  const { store, client, changed, log, later = afterTime } = dependencies;
  const stopped = new AbortController();
  const { signal } = stopped;
  const waiting = createWaiting(store);
  const conflicts = createResolve(store);

  let openModel: string | null = null;
  let queue: Promise<void> = Promise.resolve();
  let isFullDue = true;
  let failures = 0;
  let retry: (() => void) | null = null;
  let gathering: (() => void) | null = null;
  let waits = 0;
  const regular: NodeJS.Timeout[] = [];

  const standing = createStanding({ ...dependencies, signal });
  const { report, heard, progress, isOtherGround } = standing;

  const isGathering = (): boolean => gathering !== null;
  const passes = createPasses({ store, client, signal, changed, heard, progress, isGathering });

  /** The window is told by the status; whoever waits for the pass is told by the rejection. */
  const noted = (error: unknown): void => log('sync pass failed', { reason: String(error) });

  const retryLater = (why: Waiting): void => {
    retry?.();
    const asked = why.kind === 'hold' ? null : why.afterSeconds;
    const delay = Math.max(retryDelayMs(failures, Math.random()), (asked ?? 0) * 1000);
    retry = later(() => void catchUp().catch(noted), delay);
    failures += 1;
  };

  const succeeded = (): void => {
    standing.succeeded();
    failures = 0;
    store.preferences.syncedAt(store.now());
    // Everything is sent and nobody waits: the moment to make the next reading short.
    store.tidy();
  };

  const failed = (error: unknown): void => {
    const why = failureOf(error);
    standing.failed(why);
    if (!standing.hold() && !signal.aborted) retryLater(why);
  };

  const run = (pass: () => Promise<void>): Promise<void> => {
    const turn = queue.then(async () => {
      signal.throwIfAborted();
      standing.began();
      try {
        await pass();
        succeeded();
      } catch (error) {
        if (signal.aborted) throw error;
        failed(error);
        throw new ServiceUnavailable(failureOf(error), { cause: error });
      } finally {
        standing.ended();
      }
    });
    queue = turn.catch(() => undefined);
    return turn;
  };

  /** Until the person has decided, nothing is sent to a service that is another than before. */
  const assertDecided = (): void => {
    const hold = standing.hold();
    if (hold === 'restored' || hold === 'unfamiliar') {
      throw new OtherGround(hold, standing.reason());
    }
  };

  /** Sends all that waits; rejects with `ServiceUnavailable` when the service cannot take it. */
  const flush = (): Promise<void> =>
    run(async () => {
      assertDecided();
      await passes.send(openModel);
    });

  /** Sends, then fetches everything. */
  const syncAll = (taking: Taking = 'merge'): Promise<void> =>
    run(async () => {
      const sendsFirst = taking === 'merge' && !isOtherGround();
      await passes.full({ taking, sendsFirst, hasRead: () => (isFullDue = false) });
    });

  const syncRecent = (): Promise<void> =>
    run(async () => {
      assertDecided();
      await passes.recent(openModel);
    });

  /** After a time without the service both sides have news. */
  const catchUp = (): Promise<void> => (isFullDue ? syncAll() : syncRecent());

  /** Called after every change; those that follow closely go in one pass. */
  const changedHere = (): void => {
    report();
    // While offline the retry that is due takes everything along.
    if (waits > mostWaits || standing.isOffline() || standing.hold()) return;
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
      if (standing.isIdle() && !standing.hold()) void pass().catch(noted);
    }, ms);
    timer.unref();
    regular.push(timer);
  };

  /** A decision of the person: it shows at once, and is sent. */
  const decided = (kinds: RecordKind[]): void => {
    if (kinds.length > 0) changed(kinds);
    changedHere();
  };

  return {
    status: standing.status,
    flush,
    /** As a person asks for it. */
    syncAll: (): Promise<void> => standing.awaited(syncAll()),
    syncRecent,
    changed: changedHere,
    waiting: waiting.list,
    conflicts: conflicts.list,
    conflict: conflicts.find,

    /** From now on news is looked for by itself. */
    start: (): void => {
      if (signal.aborted) return;
      const isFirst = store.preferences.lastSyncedAt() === null;
      void (isFirst ? standing.awaited(syncAll()) : syncAll()).catch(noted);
      every(recentEveryMs, syncRecent);
      every(fullEveryMs, syncAll);
    },

    retry: (seq: number): void => {
      store.outbox.tryAgain(seq);
      changedHere();
    },
    retryAll: (): void => {
      store.outbox.tryAllAgain();
      changedHere();
    },
    discard: (seq: number): void => {
      const isDelete = store.outbox.find(seq)?.op === 'delete';
      decided(waiting.discard(seq));
      if (isDelete) void syncAll().catch(noted);
    },
    resolve: (resolution: Resolution): void => {
      const type = store.conflicts.find(resolution.kind, resolution.id)?.type;
      decided(conflicts.resolve(resolution));
      if (type === 'editedThere') void syncAll().catch(noted);
    },

    /** Ends the hold at a service that went back, or that has nothing of what is here. */
    settle: (choice: 'send' | 'take'): Promise<void> => {
      if (!isOtherGround()) return Promise.resolve();
      return standing.awaited(syncAll(choice === 'send' ? 'mine' : 'theirs'));
    },

    keepOffline: (collectionId: string, keep: boolean): void => {
      store.kept[keep ? 'add' : 'remove']('collection', collectionId);
      changed(['collection']);
      if (keep) void syncAll().catch(noted);
    },

    /** Fetches a model's drawings and components now, and the rest of it in the next pass. */
    fetchModel: async (id: string, wanted?: AbortSignal): Promise<void> => {
      try {
        await passes.model(id, wanted);
      } catch (error) {
        throw new ServiceUnavailable(failureOf(error), { cause: error });
      }
      void syncAll().catch(noted);
    },

    /** What the person has before them is looked at first and more often. */
    opened: (canvasId: string): void => {
      const model = store.records.find('canvas', canvasId)?.parentId ?? null;
      if (model === openModel) return;
      openModel = model;
      if (standing.isIdle() && !standing.hold()) void syncRecent().catch(noted);
    },

    /** The network is back: nothing waits for the next retry. */
    wake: (): void => {
      if (standing.isOffline()) void catchUp().catch(noted);
    },

    /** Settles when nothing is under way that was asked for until now. */
    idle: (): Promise<void> => queue,

    /** Ends what is under way; nothing is announced any more. */
    stop: async (): Promise<void> => {
      stopped.abort();
      retry?.();
      gathering?.();
      for (const timer of regular) clearInterval(timer);
      await queue;
    },
  };
};

export type SyncEngine = ReturnType<typeof createSyncEngine>;

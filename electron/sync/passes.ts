import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Renumbered } from '#shared/desktop/sync.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { SyncClient } from '../connection/api-client.ts';
import type { Store } from '../store/store.ts';
import { beforeMerging, type BeforeMerge } from './before-merging.ts';
import { createCarrier } from './carrier.ts';
import type { Contested } from './contested.ts';
import { createMatchSearch } from './create-match.ts';
import { createRemoteLists, createRemoteRecords } from './endpoints.ts';
import type { Taking } from './incoming.ts';
import { followName } from './names.ts';
import { failureOf, PassFailed } from './pass-failure.ts';
import { createPull } from './pull.ts';
import { createPush, type Deletable, type Postponed } from './push.ts';

type Dependencies = {
  store: Store;
  client: SyncClient;
  /** All requests end when it aborts. */
  signal: AbortSignal;
  changed: (kinds: RecordKind[]) => void;
  beforeMerge: BeforeMerge;
  renumbered: (numbers: Renumbered) => void;
  /** Called when the service has accepted or rejected a change. */
  answered: () => void;
  progress: (done: number, total: number) => void;
  /**
   * Returns true while sync waits for further gestures. Nothing is sent between two pages during that
   * time.
   */
  isGathering: () => boolean;
  /** Returns the ID of the model that is open in the window, or `null` if none is open. */
  openModel: () => string | null;
  /** Returns the time on a monotonic clock, in milliseconds. */
  elapsed: () => number;
};

/**
 * During a long send, sync reads changes of others from time to time. This is the shortest time, in
 * milliseconds, before such a reading, counted from the start of the send and from the end of the last
 * reading.
 */
const readEveryMs = 15_000;
/**
 * The shortest time from the end of the last reading to the next reading during a long send, as a
 * multiple of the duration of the last reading. If `readEveryMs` is longer, it applies instead.
 */
const timesOfReading = 5;

type FullPass = {
  taking: Taking;
  /**
   * True if pending changes are sent before the reading; false if the service was restored
   * or is unfamiliar.
   */
  sendsFirst: boolean;
  /** Called when everything was read, even if the sending after it fails. */
  hasRead: () => void;
};

/**
 * Returns a function for each kind of sync pass. A pass rejects if something is still pending at its
 * end.
 */
export const createPasses = (dependencies: Dependencies) => {
  const { store, client, signal, changed, answered, progress, isGathering, openModel, elapsed } =
    dependencies;
  const { outbox } = store;
  const newNumbers: Renumbered = [];
  const carrier = createCarrier(client, signal);
  const merging = beforeMerging(store.idMap, dependencies.beforeMerge);
  const remote = merging(createRemoteRecords(client, signal, { onHeaders: carrier.onHeaders }));
  const lists = createRemoteLists(client, signal, { onHeaders: carrier.onHeaders });
  const findTwin = createMatchSearch({ store, remote, lists });
  /**
   * Contested deletes that the person does not know about yet. They are kept, because a later reading
   * may find only newer changes.
   */
  const contested: Contested = new Map();
  let lastPush = Promise.resolve();
  let pushes = 0;
  let isBreathing = false;
  let nextReadAt = 0;
  let isServiceKnown = false;
  /** False while reading from a service that was restored or is unfamiliar. */
  let isTrusted = true;

  /** Sends new changes during a long reading. */
  const breathe = async (): Promise<void> => {
    if (pushes > 0 || !isTrusted || isGathering() || !outbox.hasUnsent()) return;
    isBreathing = true;
    try {
      await sendReady(null);
    } finally {
      isBreathing = false;
    }
  };

  const readings = { store, changed, breathe, progress };
  const pull = createPull({ ...readings, remote, lists }, elapsed);

  const readRecent = async (): Promise<void> => {
    const begunAt = elapsed();
    for (const [seq, stamps] of await pull.recent(openModel())) {
      contested.set(seq, { ...contested.get(seq), ...stamps });
    }
    const tookMs = elapsed() - begunAt;
    nextReadAt = elapsed() + Math.max(readEveryMs, tookMs * timesOfReading);
  };

  /**
   * Reads changes of others during a long send, if a reading is due. Returns the failure if it prevents
   * further sending, or `null` if sending can continue.
   */
  const readBetween = async (): Promise<Postponed | null> => {
    if (isBreathing || elapsed() < nextReadAt) return null;
    try {
      await readRecent();
      return null;
    } catch (error) {
      const failure = failureOf(error);
      // If only one request failed, sending continues. A persistent failure appears again in a later
      // reading.
      return failure.kind === 'later' ? null : failure;
    }
  };

  const push = createPush({
    store,
    remote: merging(createRemoteRecords(client, signal, carrier)),
    carrier,
    findTwin,
    changed,
    answered,
    renumbered: (number) => void newNumbers.push(number),
    between: readBetween,
  });

  /**
   * Runs one push at a time. Without this, two pushes could run at once, because the download of a model
   * runs beside the passes and sends too.
   */
  const pushInTurn = async (deletable: Deletable | null): Promise<Postponed | null> => {
    const before = lastPush;
    const turn = Promise.withResolvers<void>();
    lastPush = turn.promise;
    pushes += 1;
    try {
      await before;
      nextReadAt = Math.max(nextReadAt, elapsed() + readEveryMs);
      return await push(deletable);
    } finally {
      if (newNumbers.length > 0) dependencies.renumbered(newNumbers.splice(0));
      pushes -= 1;
      turn.resolve();
    }
  };

  /**
   * Sends the changes that are ready. Rejects on a failure that blocks all changes. Returns a failure
   * that affects only one request, or `null` if there is none.
   */
  const sendReady = async (deletable: Deletable | null): Promise<Postponed | null> => {
    const left = await pushInTurn(deletable);
    if (left && left.kind !== 'later') throw new PassFailed(left);
    return left;
  };

  const sendAll = async (deletable: Deletable): Promise<void> => {
    const left = await sendReady(deletable);
    if (left) throw new PassFailed(left);
  };

  /** Rejects if the service is unfamiliar, before anything is sent to it. */
  const recognise = async (): Promise<void> => {
    if (!isServiceKnown) await pull.assertKnown();
    isServiceKnown = true;
  };

  /** Copies names that others changed only as the label or only as the title (names.ts). */
  const copyNames = async (): Promise<void> => {
    for (const name of store.changedNames.takeDue(elapsed())) {
      const kinds = store.take(() => followName(store, name));
      if (kinds.length > 0) changed(kinds);
      // Copying a name in a large drawing takes long, so each name gets its own turn of the event loop.
      await nextTurn();
    }
  };

  const sendAfterReading = async (): Promise<void> => {
    const upTo = outbox.newestSeq();
    await readRecent();
    await copyNames();
    await sendAll({ upTo, contested });
  };

  return {
    /**
     * Sends all pending changes. If a delete may remove a record with descendants, changes of others are
     * read before it.
     */
    send: async (): Promise<void> => {
      await recognise();
      const upTo = outbox.newestSeq();
      if (!outbox.hasDeletesOfMuch()) return await sendAll({ upTo, contested });
      await sendReady(null);
      await sendAfterReading();
    },

    /** Sends, reads recent changes, and sends again. */
    recent: async (): Promise<void> => {
      await recognise();
      await sendReady(null);
      await sendAfterReading();
    },

    /**
     * Sends, reads everything, and sends again. If `taking` is `merge`, first checks that the service is
     * the one that this store knows. With another value, the person has chosen a side for a restored or
     * unfamiliar service, so the check is skipped.
     */
    full: async ({ taking, sendsFirst, hasRead }: FullPass): Promise<void> => {
      isServiceKnown = taking !== 'merge';
      await recognise();
      if (sendsFirst) await sendReady(null);
      isTrusted = sendsFirst;
      const upTo = outbox.newestSeq();
      for (const [seq, stamps] of await pull.full(taking)) contested.set(seq, stamps);
      isTrusted = true;
      hasRead();
      await copyNames();
      await sendAll({ upTo, contested });
    },

    /** Downloads what is needed to open a model. The download stops when `wanted` aborts. */
    model: async (id: string, wanted?: AbortSignal): Promise<void> => {
      const until = AbortSignal.any([signal, ...(wanted ? [wanted] : [])]);
      const remoteThen = merging(createRemoteRecords(client, until));
      const listsThen = createRemoteLists(client, until);
      await createPull({ ...readings, remote: remoteThen, lists: listsThen }).model(id);
    },

    /** Downloads the drawings of models that were imported. */
    imported: pull.imported,
  };
};

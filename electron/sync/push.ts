import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Renumbered } from '#shared/desktop/sync.ts';
import { parentKind, recordKinds, type RecordKind } from '#shared/records/record-kinds.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
import type { QueuedEntry } from '../store/outbox.ts';
import type { Store } from '../store/store.ts';
import type { Carrier } from './carrier.ts';
import type { Contested } from './contested.ts';
import type { MatchSearch } from './create-match.ts';
import {
  awaitsDecision,
  deleteAwaitsDecision,
  deletesThatAwaitDecision,
  deletesThatWait,
  holderOf,
  lineOf,
  undoneDeletes,
} from './deletions.ts';
import { sentOf, type RemoteRecords } from './endpoints.ts';
import { inLanes } from './in-lanes.ts';
import { classifyFailure, type Failure } from './outcome.ts';
import { createOutgoing } from './outgoing.ts';
import { createSendCreate } from './send-create.ts';
import { createSendDelete } from './send-delete.ts';
import { createSendUpdate } from './send-update.ts';
import { createSingleReads } from './single-reads.ts';

type Dependencies = {
  store: Store;
  remote: RemoteRecords;
  carrier: Carrier;
  findTwin: MatchSearch;
  changed: (kinds: RecordKind[]) => void;
  /** Called for a threat whose number has changed. */
  renumbered: (number: Renumbered[number]) => void;
  /** Called when the service has accepted or rejected a change. */
  answered: () => void;
  /**
   * Called between two groups of requests. Returns the reason why nothing more may be sent, or `null` if
   * sending may continue.
   */
  between: () => Promise<Postponed | null>;
};

/**
 * The deletes that may be sent. These are the deletes up to position `upTo` in the outbox, which were
 * queued before changes of others were read. Contested deletes are not sent. They become conflicts and
 * are removed from `contested`.
 */
export type Deletable = { upTo: number; contested: Contested };

/**
 * The reason why changes are still pending. If there are several reasons, it is the first one that
 * blocks everything.
 */
export type Postponed = Extract<Failure, { kind: 'unreachable' | 'later' | 'hold' }>;

type Refused = Extract<Failure, { kind: 'gone' | 'changed' | 'refused' }>;

/** The number of parallel requests if the service has no batches. */
const atOnce = 4;
/** The number of entries sent one by one before changes of others are read again. */
const chunk = 100;

/**
 * Returns a function that sends pending changes: creates (parents before children), then updates, then
 * deletes. A rejected entry keeps the reason and blocks only entries that depend on it. The function
 * returns the reason why something has to wait for the next pass, or `null` if nothing has to wait.
 */
export const createPush = (dependencies: Dependencies) => {
  const { store, remote, carrier, findTwin, changed, answered, between, renumbered } = dependencies;
  const { records, outbox, preferences } = store;
  const outgoing = createOutgoing(store);
  const singleReads = createSingleReads({ store, remote, changed });
  const { sendDelete, contestDelete, finishUndone } = createSendDelete({
    store,
    remote,
    singleReads,
    changed,
  });
  const send = {
    create: createSendCreate({
      store,
      remote,
      carrier,
      outgoing,
      findTwin,
      changed,
      renumbered,
    }),
    update: createSendUpdate({ store, remote, outgoing, singleReads, changed }),
    delete: sendDelete,
  };

  /**
   * Tells if a create waits because the record was deleted here before the service answered, and because
   * this delete waits until the person decides about a missing ancestor.
   */
  const waitsWithDelete = ({ kind, id }: OutboxEntry): boolean => {
    const deletion = outbox.forRecord(kind, id).find(({ op }) => op === 'delete');
    return deletion !== undefined && deleteAwaitsDecision(store, deletion);
  };

  /**
   * Tells if the entry can be sent: it is the first of its record, the service has the parent, and
   * nothing else blocks it.
   */
  const isReady = (
    entry: OutboxEntry,
    undone: ReadonlySet<string>,
    mustWait: (entry: OutboxEntry) => boolean,
    awaitsDecisionToo: (entry: OutboxEntry) => boolean,
  ): boolean => {
    const { kind, id, seq, op } = entry;
    if (entry.rejection !== null) return false;
    // An undo took back a sent delete of this record or an ancestor. The service may still process that
    // delete and would then remove what is sent now, so the entry waits.
    if (undone.size > 0 && lineOf(store, kind, id).some((row) => undone.has(referenceTo(row)))) {
      return false;
    }
    if (outbox.forRecord(kind, id)[0]?.seq !== seq) return false;
    if (awaitsDecision(store, kind, id)) return false;
    if (op === 'delete') {
      const holder = undone.size > 0 ? holderOf(store, entry) : null;
      const line = holder ? lineOf(store, holder.kind, holder.id) : [];
      // An ancestor is being restored, and the service restores this record with that ancestor. This
      // record can be deleted only afterwards.
      if (line.some((row) => undone.has(referenceTo(row)))) return false;
      return !mustWait(entry) && !awaitsDecisionToo(entry);
    }
    if (op !== 'create') return true;
    const row = records.find(kind, id);
    if (row) return outgoing.parentServiceId(row) !== null;
    return !waitsWithDelete(entry);
  };

  /** Tells if the parent of a new record is missing at the service. */
  const isParentGone = async ({ kind, id, body }: OutboxEntry): Promise<boolean> => {
    const kindOfParent = parentKind[kind];
    if (!kindOfParent) return false;
    const row = records.find(kind, id);
    const parent = row?.parentId ? records.find(kindOfParent, row.parentId) : null;
    const sentTo = body?.[sentOf[kind].parent?.input ?? ''];
    const serviceId = row ? outgoing.parentServiceId(row) : sentTo;
    if (typeof serviceId !== 'string' || serviceId === '') return false;
    if (!parent) return await singleReads.removeIfGone(kindOfParent, serviceId);
    return (await singleReads.refreshed(parent, serviceId)) === null;
  };

  /**
   * Decides what happens after a failed create. If the record was deleted here, the create is dropped
   * when the parent is gone or the service refused the create. It is not dropped after a failed read,
   * because an earlier request may have succeeded. It is not dropped either while the person can still
   * restore the parent, because the service would then restore this record too, or an earlier request
   * could still create it.
   */
  const afterFailedCreate = async (
    entry: OutboxEntry,
    failure: Refused,
  ): Promise<Postponed | null> => {
    const isGone = failure.kind === 'gone' && (await isParentGone(entry));
    // A gesture during the read may have ended the create, deleted the record, or restored it.
    if (!outbox.find(entry.seq)) return null;
    const isDeletedHere = !records.has(entry.kind, entry.id);
    if (isGone) {
      if (isDeletedHere && !waitsWithDelete(entry)) outbox.endCreates(entry.kind, entry.id);
      return null;
    }
    if (failure.kind === 'gone' && failure.ofRead) return postponedAfter(failure);
    if (isDeletedHere && !failure.ofRead) outbox.finish(entry.seq);
    else reject(entry, failure);
    return null;
  };

  const reject = ({ seq }: OutboxEntry, { problem, reason, ofRead }: Refused): void => {
    outbox.reject(seq, { problem, reason });
    if (!ofRead) outbox.renew(seq);
  };

  const afterFailure = async (entry: OutboxEntry, failure: Failure): Promise<Postponed | null> => {
    switch (failure.kind) {
      case 'unreachable':
      case 'later':
      case 'hold':
        return failure;
      case 'gone':
      case 'changed':
      case 'refused':
        if (entry.op === 'create') return await afterFailedCreate(entry, failure);
        reject(entry, failure);
        return null;
    }
  };

  const attempt = async (entry: OutboxEntry): Promise<Postponed | null> => {
    try {
      await send[entry.op](entry);
      return null;
    } catch (error) {
      return await afterFailure(entry, classifyFailure(error)).catch((later: unknown) => {
        const failure = classifyFailure(later);
        return isPostponed(failure) ? failure : null;
      });
    }
  };

  /**
   * The state of one push. The deletes in `contested` are not sent, because others have changed the
   * records.
   */
  type Pass = {
    tried: Set<number>;
    postponed: Postponed | null;
    sent: number;
    contested: Contested;
  };

  const holdsUpAll = ({ postponed }: Pass): boolean =>
    postponed !== null && postponed.kind !== 'later';

  const pauseIn = async (pass: Pass): Promise<void> => {
    if (!holdsUpAll(pass)) pass.postponed = (await between()) ?? pass.postponed;
  };

  const sendAll = async (
    pass: Pass,
    entries: readonly QueuedEntry[],
    lanes: number,
  ): Promise<void> => {
    const undone = new Set(undoneDeletes(store).map(referenceTo));
    const mustWait = deletesThatWait(store);
    const awaitsDecisionToo = deletesThatAwaitDecision(store);
    const sendOne = async ({ seq, kind }: QueuedEntry): Promise<void> => {
      // A large drawing takes long to read and write, so messages from the window are handled before
      // each canvas.
      if (kind === 'canvas') await nextTurn();
      // The entry is read again, because the person may have made changes while earlier entries were
      // sent.
      const isOpen = !holdsUpAll(pass) && !pass.tried.has(seq) && !pass.contested.has(seq);
      const entry = isOpen ? outbox.find(seq) : null;
      if (!entry || !isReady(entry, undone, mustWait, awaitsDecisionToo)) return;
      pass.tried.add(seq);
      const postponed = await attempt(entry);
      if (postponed) pass.postponed = holdsUpAll(pass) ? pass.postponed : postponed;
      else {
        pass.sent += 1;
        answered();
      }
    };
    if (lanes > 1 && carrier.takesBatches()) {
      await carrier.each(entries, sendOne, {
        between: () => pauseIn(pass),
        isOver: () => holdsUpAll(pass),
      });
      return;
    }
    for (let start = 0; start < entries.length; start += chunk) {
      if (start > 0) await pauseIn(pass);
      const lines = Map.groupBy(entries.slice(start, start + chunk), lineOfEntry);
      await inLanes([...lines.values()], lanes, async (line) => {
        for (const entry of line) await sendOne(entry);
      });
    }
  };

  /**
   * Returns a key. Entries with the same key are sent one after another. Threats, mitigations, and
   * comments are shown in the order in which the service created them, so creates in the same parent get
   * the same key.
   */
  const lineOfEntry = ({ seq, op, kind, id }: QueuedEntry): string => {
    const isOrdered = kind === 'threat' || kind === 'mitigation' || kind === 'comment';
    const parentId = op === 'create' && isOrdered ? records.find(kind, id)?.parentId : null;
    return parentId ? `${kind} in ${parentId}` : String(seq);
  };

  /**
   * Returns the pending entries in groups, which are sent one group after another. The creates of each
   * kind of record are a group of their own, and parents come before children. All updates are one
   * group, and so are all deletes, because their order does not matter.
   */
  const pendingOf = (op: OutboxEntry['op'], upTo: number): QueuedEntry[][] => {
    const queued = outbox.queued(op, upTo);
    if (op !== 'create') return [queued];
    const ofKind = Map.groupBy(queued, ({ kind }) => kind);
    return recordKinds.flatMap((kind) => (ofKind.has(kind) ? [ofKind.get(kind) ?? []] : []));
  };

  /** Sends the entries that are ready until none is left, because each sent entry may unblock others. */
  const sendUntilDone = async (
    pass: Pass,
    op: OutboxEntry['op'],
    upTo = Number.MAX_SAFE_INTEGER,
  ): Promise<void> => {
    for (let before = -1; before !== pass.sent && !holdsUpAll(pass);) {
      before = pass.sent;
      const pending = pendingOf(op, upTo);
      // Creates without an answer are repeated one by one, so that no two of them claim the same record.
      const unknown = op === 'create' ? pending.flat().filter(({ attempts }) => attempts > 0) : [];
      await sendAll(pass, unknown, 1);
      for (const entries of pending) await sendAll(pass, entries, atOnce);
    }
  };

  /**
   * Turns contested deletes into conflicts. If that fails, the remaining deletes stay contested and are
   * not sent.
   */
  const contest = async (pass: Pass): Promise<void> => {
    try {
      for (const [seq, stamps] of pass.contested) {
        const entry = outbox.find(seq);
        // If the delete was undone, what others have added to the record is read now.
        if (entry) await contestDelete(entry, stamps);
        else preferences.wantFullReading();
        pass.tried.add(seq);
        pass.contested.delete(seq);
      }
    } catch (error) {
      pass.postponed = postponedAfter(classifyFailure(error));
    }
  };

  /**
   * Finishes deletes that an undo took back. Runs before the creates, so that nothing is
   * created in a record that may be gone.
   */
  const finishAllUndone = async (pass: Pass): Promise<void> => {
    for (const entry of undoneDeletes(store)) {
      if (holdsUpAll(pass)) return;
      if (awaitsDecision(store, entry.kind, entry.id)) continue;
      try {
        await finishUndone(entry);
        answered();
      } catch (error) {
        pass.postponed = postponedAfter(classifyFailure(error));
      }
    }
  };

  return async (deletable: Deletable | null): Promise<Postponed | null> => {
    const contested: Contested = deletable?.contested ?? new Map();
    const pass: Pass = { tried: new Set(), postponed: null, sent: 0, contested };
    await finishAllUndone(pass);
    await sendUntilDone(pass, 'create');
    await sendUntilDone(pass, 'update');
    if (!deletable || holdsUpAll(pass)) return pass.postponed;
    await contest(pass);
    await sendUntilDone(pass, 'delete', deletable.upTo);
    if (!holdsUpAll(pass)) await contest(pass);
    // Runs again, for deletes that an undo took back while they were in flight.
    await finishAllUndone(pass);
    await sendUntilDone(pass, 'create');
    await sendUntilDone(pass, 'update');
    return pass.postponed;
  };
};

/** Converts any failure to one that the next pass retries. */
export const postponedAfter = (failure: Failure): Postponed =>
  isPostponed(failure) ? failure : { kind: 'later', reason: failure.reason, afterSeconds: null };

const isPostponed = (failure: Failure): failure is Postponed =>
  failure.kind === 'unreachable' || failure.kind === 'later' || failure.kind === 'hold';

const referenceTo = ({ kind, id }: Pick<OutboxEntry, 'kind' | 'id'>): string => `${kind}:${id}`;

import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentKind, recordKinds, type RecordKind } from '#shared/desktop/records.ts';
import type { OutboxEntry, QueuedEntry } from '../store/outbox.ts';
import type { Store } from '../store/store.ts';
import type { Contested } from './contested.ts';
import { awaitsDecision, heldBack, lineOf, undoneDeletes } from './deletions.ts';
import { sentOf, type RemoteRecords } from './endpoints.ts';
import { inLanes } from './in-lanes.ts';
import { createLook } from './look.ts';
import { classifyFailure, type Failure } from './outcome.ts';
import { createOutgoing } from './outgoing.ts';
import { createSendCreate } from './send-create.ts';
import { createSendDelete } from './send-delete.ts';
import { createSendUpdate } from './send-update.ts';
import type { TwinSearch } from './twin.ts';

type Dependencies = {
  store: Store;
  remote: RemoteRecords;
  findTwin: TwinSearch;
  changed: (kinds: RecordKind[]) => void;
  /** Called with whatever the service has taken or refused. */
  heard: () => void;
};

/**
 * Which deletes may go: those that were queued before a look at what others have changed, but for
 * the ones of which that look found something changed.
 */
export type Deletable = { upTo: number; contested: Contested };

/** Why something waits for another pass; of several the first that holds up everything. */
export type Waiting = Extract<Failure, { kind: 'unreachable' | 'later' | 'hold' }>;

type Refused = Extract<Failure, { kind: 'gone' | 'changed' | 'refused' }>;

/** How many records are sent at the same time. */
const atOnce = 4;

/**
 * Sends what waits: creates, parents before children, then changes, then deletes, each record in
 * the order of its own entries. What the service refuses is set aside with the reason and holds up
 * only what depends on it. Answers why anything is left to send, or `null`.
 */
export const createPush = ({ store, remote, findTwin, changed, heard }: Dependencies) => {
  const { records, outbox } = store;
  const outgoing = createOutgoing(store);
  const look = createLook({ store, remote, changed });
  const { sendDelete, contestDelete, settleUndone } = createSendDelete({
    store,
    remote,
    look,
    changed,
  });
  const send = {
    create: createSendCreate({ store, remote, outgoing, findTwin, changed }),
    update: createSendUpdate({ store, remote, outgoing, look, changed }),
    delete: sendDelete,
  };

  /** Whether it is its record's turn, and the record it belongs to is known to the service. */
  const isReady = (
    entry: OutboxEntry,
    undone: ReadonlySet<string>,
    isHeldBack: (entry: OutboxEntry) => boolean,
  ): boolean => {
    const { kind, id, seq, op } = entry;
    if (entry.setAside !== null) return false;
    // A delete that arrives late would take it along.
    if (undone.size > 0 && lineOf(store, kind, id).some((row) => undone.has(referenceTo(row)))) {
      return false;
    }
    if (outbox.forRecord(kind, id)[0]?.seq !== seq) return false;
    if (awaitsDecision(store, kind, id) || (op === 'delete' && isHeldBack(entry))) return false;
    if (op !== 'create') return true;
    const row = records.find(kind, id);
    return row === null || outgoing.parentServiceId(row) !== null;
  };

  /** Whether the service does not have what a new record belongs to. */
  const parentIsGone = async ({ kind, id, body }: OutboxEntry): Promise<boolean> => {
    const heldBy = parentKind[kind];
    if (!heldBy) return false;
    const row = records.find(kind, id);
    const parent = row?.parentId ? records.find(heldBy, row.parentId) : null;
    const sentTo = body?.[sentOf[kind].parent?.input ?? ''];
    const serviceId = row ? outgoing.parentServiceId(row) : sentTo;
    if (typeof serviceId !== 'string' || serviceId === '') return false;
    const there = parent
      ? await look.refreshed(parent, serviceId)
      : await look.look(heldBy, serviceId);
    return there === null;
  };

  /**
   * A create that was not taken. An answer to a read says nothing of a request that left before: it
   * never ends a create, unless the parent is gone, and what was made in it with the parent.
   */
  const settleCreate = async (entry: OutboxEntry, failure: Refused): Promise<Waiting | null> => {
    const isDeletedHere = !records.has(entry.kind, entry.id);
    if (failure.kind === 'gone' && (await parentIsGone(entry))) {
      if (isDeletedHere) outbox.done(entry.seq);
      return null;
    }
    if (failure.kind === 'gone' && failure.ofRead) return waitingAfter(failure);
    if (isDeletedHere && !failure.ofRead) outbox.done(entry.seq);
    else setAside(entry, failure);
    return null;
  };

  const setAside = ({ seq }: OutboxEntry, { reason, ofRead }: Refused): void => {
    outbox.setAside(seq, reason);
    if (!ofRead) outbox.renew(seq);
  };

  const settle = async (entry: OutboxEntry, failure: Failure): Promise<Waiting | null> => {
    switch (failure.kind) {
      case 'unreachable':
      case 'later':
      case 'hold':
        return failure;
      case 'gone':
      case 'changed':
      case 'refused':
        if (entry.op === 'create') return await settleCreate(entry, failure);
        setAside(entry, failure);
        return null;
    }
  };

  const attempt = async (entry: OutboxEntry): Promise<Waiting | null> => {
    try {
      await send[entry.op](entry);
      return null;
    } catch (error) {
      return await settle(entry, classifyFailure(error)).catch((later: unknown) => {
        const failure = classifyFailure(later);
        return isWaiting(failure) ? failure : null;
      });
    }
  };

  /** What one pass of the push has come to. */
  type Pass = { tried: Set<number>; waiting: Waiting | null; sent: number };

  const holdsUpAll = ({ waiting }: Pass): boolean => waiting !== null && waiting.kind !== 'later';

  const sendAll = async (
    pass: Pass,
    entries: readonly QueuedEntry[],
    lanes: number,
  ): Promise<void> => {
    const undone = new Set(undoneDeletes(store).map(referenceTo));
    const isHeldBack = heldBack(store);
    const sendOne = async ({ seq, kind }: QueuedEntry): Promise<void> => {
      // A large drawing takes a while to read and to write: the window's messages come between.
      if (kind === 'canvas') await nextTurn();
      // Read again: the person may have gone on while the ones before it were sent.
      const entry = holdsUpAll(pass) || pass.tried.has(seq) ? null : outbox.find(seq);
      if (!entry || !isReady(entry, undone, isHeldBack)) return;
      pass.tried.add(seq);
      const waiting = await attempt(entry);
      if (waiting) pass.waiting = holdsUpAll(pass) ? pass.waiting : waiting;
      else {
        pass.sent += 1;
        heard();
      }
    };
    const lines = Map.groupBy(entries, lineOfEntry);
    await inLanes([...lines.values()], lanes, async (line) => {
      for (const entry of line) await sendOne(entry);
    });
  };

  /**
   * Entries of the same line are sent one after the other. Everyone sees these siblings in the order
   * in which the service has made them, so new ones have to arrive in the order of their creation.
   */
  const lineOfEntry = ({ seq, op, kind, id }: QueuedEntry): string => {
    const isOrdered = kind === 'threat' || kind === 'mitigation' || kind === 'comment';
    const parentId = op === 'create' && isOrdered ? records.find(kind, id)?.parentId : null;
    return parentId ? `${kind} in ${parentId}` : String(seq);
  };

  /** Parents before children; of changes and deletes all are equal. */
  const waitingOf = (op: OutboxEntry['op'], upTo: number): QueuedEntry[] => {
    const queued = outbox.queued(op, upTo);
    return op === 'create' ? queued.toSorted((a, b) => rank(a) - rank(b) || a.seq - b.seq) : queued;
  };

  /** Until nothing more is ready: what was sent may let others go. */
  const sendUntilDone = async (
    pass: Pass,
    op: OutboxEntry['op'],
    upTo = Number.MAX_SAFE_INTEGER,
  ): Promise<void> => {
    for (let before = -1; before !== pass.sent && !holdsUpAll(pass);) {
      before = pass.sent;
      const entries = waitingOf(op, upTo);
      // Those whose answer was lost go one by one, so that no two of them find the same twin.
      const unknown = op === 'create' ? entries.filter(({ attempts }) => attempts > 0) : [];
      await sendAll(pass, unknown, 1);
      await sendAll(pass, entries, atOnce);
    }
  };

  const contest = async (contested: Contested): Promise<Waiting | null> => {
    try {
      for (const [seq, held] of contested) {
        const entry = outbox.find(seq);
        if (entry) await contestDelete(entry, held);
      }
      return null;
    } catch (error) {
      return waitingAfter(classifyFailure(error));
    }
  };

  /** Before anything else, so that nothing is built on what may be gone. */
  const settleAllUndone = async (pass: Pass): Promise<void> => {
    for (const entry of undoneDeletes(store)) {
      if (holdsUpAll(pass)) return;
      try {
        await settleUndone(entry);
        heard();
      } catch (error) {
        pass.waiting = waitingAfter(classifyFailure(error));
      }
    }
  };

  return async (deletable: Deletable | null): Promise<Waiting | null> => {
    const pass: Pass = { tried: new Set(), waiting: null, sent: 0 };
    await settleAllUndone(pass);
    await sendUntilDone(pass, 'create');
    await sendUntilDone(pass, 'update');
    if (!deletable || holdsUpAll(pass)) return pass.waiting;
    pass.waiting = (await contest(deletable.contested)) ?? pass.waiting;
    // What could not be put before the person is not sent either.
    for (const seq of deletable.contested.keys()) pass.tried.add(seq);
    await sendUntilDone(pass, 'delete', deletable.upTo);
    // For what an undo brought back while its delete was under way.
    await settleAllUndone(pass);
    await sendUntilDone(pass, 'create');
    await sendUntilDone(pass, 'update');
    return pass.waiting;
  };
};

/** Whatever it was, the next pass tries again. */
export const waitingAfter = (failure: Failure): Waiting =>
  isWaiting(failure) ? failure : { kind: 'later', reason: failure.reason, afterSeconds: null };

const isWaiting = (failure: Failure): failure is Waiting =>
  failure.kind === 'unreachable' || failure.kind === 'later' || failure.kind === 'hold';

const referenceTo = ({ kind, id }: Pick<OutboxEntry, 'kind' | 'id'>): string => `${kind}:${id}`;

const rank = ({ kind }: QueuedEntry): number => recordKinds.indexOf(kind);

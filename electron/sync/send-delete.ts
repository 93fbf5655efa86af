import { isDeepStrictEqual } from 'node:util';
import { contentNames } from '#shared/records/record-fields.ts';
import { parentKind, type RecordKind } from '#shared/records/record-kinds.ts';
import { withAdditions } from '#shared/records/record-values.ts';
import type { DeleteSnapshot } from '../store/delete-snapshot.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
import { splitReference } from '../store/outbox.ts';
import { stampOfValues } from '../store/record-stamp.ts';
import type { RecordRow } from '../store/records.ts';
import { sentBodies } from '../store/sent-requests.ts';
import type { Store } from '../store/store.ts';
import { createAbsence } from './absence.ts';
import { drawingFor } from './checked-drawing.ts';
import { nameRestored, withAllLocalIds } from './component-ids.ts';
import {
  deleteAwaitsDecision,
  endDelete,
  holderOf,
  isReturning,
  lineOf,
  markMissing,
  type Absence,
} from './deletions.ts';
import { idsIn, sentOf, type Remote, type RemoteRecords, type Version } from './endpoints.ts';
import { AlwaysChanged, classifyFailure } from './outcome.ts';
import { remoteDrawing, remoteValues } from './reconcile.ts';
import { recreate } from './recreate.ts';
import { maxRounds } from './send-update.ts';
import type { SingleReads } from './single-reads.ts';

type Dependencies = {
  store: Store;
  remote: RemoteRecords;
  singleReads: SingleReads;
  changed: (kinds: RecordKind[]) => void;
};

/** Deletes records at the service, unless others have changed the record or a descendant. */
export const createSendDelete = ({
  store,
  remote,
  singleReads: { find, restore, removeIfGone },
  changed,
}: Dependencies) => {
  const { records, outbox, idMap, conflicts } = store;

  /** Tells if an undo took the delete back, perhaps while it was in flight. */
  const isTakenBack = ({ seq, kind, id }: OutboxEntry): boolean =>
    outbox.find(seq) === null || records.has(kind, id);

  /**
   * Finishes a delete of a record that the service no longer has. If an undo took the delete back,
   * queues a create instead. `wasMissing` tells if the parent was missing too.
   */
  const finishGone = (entry: OutboxEntry, wasMissing: boolean): void =>
    store.take(() => {
      if (isTakenBack(entry)) recreate(store, entry.kind, entry.id);
      else endDelete(store, entry, wasMissing);
    });

  /** Asks the person to decide about a record that is missing at the service. */
  const ask = (absence: Absence): void => {
    store.take(() => markMissing(store, absence));
    changed([absence.kind]);
  };

  /**
   * Tells if the record waits because an ancestor is missing at the service too. If the person restores
   * that ancestor, the service restores the record with it.
   */
  const mayReturn = async (entry: OutboxEntry, holder: RecordRow): Promise<boolean> => {
    const serviceId = idMap.serviceId(holder.kind, holder.id);
    if (serviceId !== null) await removeIfGone(holder.kind, serviceId);
    return deleteAwaitsDecision(store, entry) || isReturning(store, holder.kind, holder.id);
  };

  /**
   * Tells if the service does not have the parent of a deleted record either. The service may then have
   * removed the record only together with the parent.
   */
  const isParentMissing = async ({ kind, snapshot }: OutboxEntry): Promise<boolean> => {
    const kindOfParent = parentKind[kind];
    const parentId = snapshot?.parentId ?? null;
    if (kindOfParent === null || parentId === null) return false;
    const serviceId =
      idMap.serviceId(kindOfParent, parentId) ?? idMap.formerServiceId(kindOfParent, parentId);
    return serviceId === null || (await find(kindOfParent, serviceId)) === null;
  };

  /**
   * Finishes a delete of a record that the service does not have. If the delete is undone during the reads,
   * does nothing, because the next pass restores the record. `isUndone` tells if it was undone before.
   */
  const finishMissing = async (entry: OutboxEntry, isUndone: boolean): Promise<void> => {
    const wasMissing = await isParentMissing(entry);
    if (isUndone || !isTakenBack(entry)) finishGone(entry, wasMissing);
  };

  /**
   * Handles a delete of a record that the service does not show. If the record is gone, and cannot return
   * with an ancestor, the delete is finished. If access was withdrawn, the person is asked.
   */
  const finishHidden = async (entry: OutboxEntry): Promise<void> => {
    const holder = holderOf(store, entry);
    const isUndone = records.has(entry.kind, entry.id);
    if (!holder) return await finishMissing(entry, isUndone);
    const missing = { kind: entry.kind, serviceId: idMap.serviceId(entry.kind, entry.id) };
    const absenceOf = createAbsence(store, remote);
    const absence = await absenceOf(holder.kind, holder.id, missing);
    if (absence.type === 'accessLost') return ask(absence);
    if (!(await mayReturn(entry, holder))) await finishMissing(entry, isUndone);
  };

  /**
   * Tells if the record has to wait for its parent, because the service has neither of the two. If the
   * parent is not already being restored, asks the person about the parent.
   */
  const waitsForParent = async ({ kind, id }: OutboxEntry): Promise<boolean> => {
    const [, parent] = lineOf(store, kind, id);
    const serviceId = parent ? idMap.serviceId(parent.kind, parent.id) : null;
    if (!parent || serviceId === null) return false;
    if (await find(parent.kind, serviceId)) return false;
    if (isReturning(store, parent.kind, parent.id)) return true;
    const absenceOf = createAbsence(store, remote);
    ask(await absenceOf(parent.kind, parent.id, { kind: parent.kind, serviceId }));
    return true;
  };

  /**
   * Turns the delete into a conflict. The record stays deleted here and present at the service until the
   * person decides.
   */
  const contest = (
    entry: OutboxEntry,
    { remote: current, etag }: Version,
    stamps: DeleteSnapshot['held'] = {},
  ): void => {
    const { kind, id, seq, snapshot } = entry;
    store.take(() => {
      if (isTakenBack(entry)) return;
      outbox.finish(seq);
      conflicts.put({
        kind,
        id,
        type: 'editedThere',
        items: ['record'],
        theirs: remoteValues(current),
        drawing: remoteDrawing(store, current),
        base: snapshot?.base ?? {},
        parentId: snapshot?.parentId ?? null,
        held: { ...snapshot?.held, ...stamps },
        sent: snapshot?.sent ?? [],
        followed: snapshot?.followed ?? [],
        unanswered: snapshot?.unanswered ?? [],
        contested: snapshot?.contested ?? [],
        etag,
      });
    });
    changed([kind]);
  };

  /**
   * Turns a delete into a conflict. If an earlier attempt to delete may still arrive, the record first
   * gets another ETag, so that the service refuses that attempt. Returns false if somebody changed or
   * deleted the record after it was read.
   */
  const contestAtService = async (
    entry: OutboxEntry,
    current: Version,
    stamps: DeleteSnapshot['held'],
  ): Promise<boolean> => {
    const { kind, sent } = entry;
    const { remote: known, etag } = current;
    const [field] = sentOf[kind].updateFields;
    if (field === undefined || etag === null || !sent.some(({ ifMatch }) => ifMatch === etag)) {
      contest(entry, current, stamps);
      return true;
    }
    try {
      const written = await remote.update(kind, { id: known.id, [field]: known[field] }, etag);
      contest(entry, { remote: { ...known, ...written.remote }, etag: written.etag }, stamps);
      return true;
    } catch (error) {
      if (['gone', 'changed'].includes(classifyFailure(error).kind)) return false;
      throw error;
    }
  };

  const isUnchanged = (kind: RecordKind, snapshot: DeleteSnapshot, current: Remote): boolean => {
    const base = snapshot.base && withAdditions(kind, snapshot.base);
    // A change that was sent before the delete is ours, even if its answer was lost, so it does not
    // count as a change by others.
    const sent = sentBodies(snapshot.sent);
    const isSame = contentNames(kind).every((field) =>
      [undefined, base?.[field], ...sent.map((body) => body[field])].some((known) =>
        isDeepStrictEqual(known, current[field]),
      ),
    );
    const drawn = kind === 'canvas' ? drawingFor(store, current) : null;
    const drawing = drawn && withAllLocalIds(store, drawn);
    const drawings = [snapshot.drawing, ...sent.map(({ data }) => data ?? null)];
    return isSame && drawings.some((known) => isDeepStrictEqual(known, drawing));
  };

  const serviceIdOf = (kind: RecordKind, id: string): string => idMap.serviceId(kind, id) ?? id;

  /**
   * Returns references to the canvases in the threat models that `references` names. Each has the form
   * `canvas:id`, with the local ID if this store has the canvas.
   */
  const canvasesIn = async (references: readonly string[]): Promise<string[]> => {
    const found: string[] = [];
    for (const reference of references) {
      const [kind, id] = splitReference(reference);
      const version = kind === 'threatModel' ? await find(kind, serviceIdOf(kind, id)) : null;
      for (const each of idsIn(version?.remote['canvases'])) {
        found.push(`canvas:${idMap.localId('canvas', each) ?? each}`);
      }
    }
    return found;
  };

  /**
   * Returns stamps of those canvases inside the deleted record that others have changed. Each canvas is
   * read alone, because lists do not report changes of drawings.
   */
  const changedCanvases = async (entry: OutboxEntry): Promise<DeleteSnapshot['held']> => {
    const stamps = entry.snapshot?.held ?? {};
    const references = [`${entry.kind}:${entry.id}`, ...Object.keys(stamps)];
    const changes: DeleteSnapshot['held'] = {};
    for (const reference of new Set([...references.slice(1), ...(await canvasesIn(references))])) {
      const [kind, id] = splitReference(reference);
      const version = kind === 'canvas' ? await find(kind, serviceIdOf(kind, id)) : null;
      const stamp = version && stampOfValues('canvas', version.remote);
      if (stamp !== null && stamp !== stamps[reference]) changes[reference] = stamp;
    }
    return changes;
  };

  const isRootUnchanged = ({ kind, snapshot }: OutboxEntry, current: Version): boolean =>
    !snapshot?.base ||
    (snapshot.etag !== null && snapshot.etag === current.etag) ||
    isUnchanged(kind, snapshot, current.remote);

  /**
   * Tries to delete the record. Returns false if somebody may have changed the record after it was read.
   */
  const tryOnce = async (entry: OutboxEntry, serviceId: string): Promise<boolean> => {
    const current = await find(entry.kind, serviceId);
    if (isTakenBack(entry)) return true;
    if (!current) {
      await finishHidden(entry);
      return true;
    }
    const canvases = await changedCanvases(entry);
    if (isTakenBack(entry)) return true;
    if (!isRootUnchanged(entry, current) || Object.keys(canvases).length > 0) {
      return await contestAtService(entry, current, canvases);
    }
    const request = { body: null, ifMatch: current.etag };
    const earlier = entry.sent.filter(({ ifMatch }) => ifMatch === current.etag);
    store.take(() => outbox.countSent(entry.seq, request, earlier));
    try {
      await remote.delete(entry.kind, serviceId, current.etag);
      // If an undo took the delete back meanwhile, `finishUndone` restores the record.
      if (!isTakenBack(entry)) finishGone(entry, false);
      return true;
    } catch (error) {
      // A single answer may be wrong, so the next round reads the record again.
      if (['gone', 'changed'].includes(classifyFailure(error).kind)) return false;
      throw error;
    }
  };

  return {
    sendDelete: async (entry: OutboxEntry): Promise<void> => {
      const serviceId = idMap.serviceId(entry.kind, entry.id);
      if (serviceId === null) return finishGone(entry, true);
      for (let round = 0; round < maxRounds; round += 1) {
        if (await tryOnce(entry, serviceId)) return;
      }
      throw new AlwaysChanged();
    },

    /**
     * Finishes a delete that an undo took back after it was sent. The delete is never sent again. If the
     * service has processed it, the record is restored, or created again with all its descendants.
     */
    finishUndone: async (entry: OutboxEntry): Promise<void> => {
      const { kind, id, seq } = entry;
      const serviceId = idMap.serviceId(kind, id);
      const seen = serviceId === null ? null : await find(kind, serviceId);
      const wantsIt = serviceId !== null && records.has(kind, id);
      const current = seen ?? (wantsIt ? await restore(kind, serviceId) : null);
      if (!current && (await waitsForParent(entry))) return;
      if (!current) return await finishHidden(entry);
      // The person deleted the record again during the read, so a new delete has replaced this entry in
      // the outbox.
      if (!records.has(kind, id)) return;
      store.take(() => {
        outbox.finish(seq);
        if (seen) expectChanges(store, kind, id);
        else nameRestored(store, kind, id);
        outbox.followAll(entry, {
          sent: [
            ...entry.sent.filter(({ ifMatch }) => ifMatch === current.etag),
            ...(entry.snapshot?.sent ?? []),
          ],
          followed: entry.snapshot?.followed ?? [],
        });
      });
    },

    /** Turns a delete into a conflict, because others changed a descendant. */
    contestDelete: async (entry: OutboxEntry, stamps: DeleteSnapshot['held']): Promise<void> => {
      const serviceId = idMap.serviceId(entry.kind, entry.id);
      const current = serviceId === null ? null : await find(entry.kind, serviceId);
      if (current && !(await contestAtService(entry, current, stamps))) throw new AlwaysChanged();
    },
  };
};

/**
 * Call when others have restored a record. They may have changed what is in it, so a record in it without a
 * base no longer counts as unchanged since it was deleted.
 */
const expectChanges = (store: Store, kind: RecordKind, id: string): void => {
  for (const row of store.records.subtree(kind, id)) {
    if (row.base === null) store.idMap.returned(row.kind, row.id);
  }
};

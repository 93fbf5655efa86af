import { isDeepStrictEqual } from 'node:util';
import { emptyDocument } from '#shared/canvas/document.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { lacksAddition } from '#shared/records/record-values.ts';
import { isOfEdits } from '../store/conflicts.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
import type { RecordRow } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { componentIds } from './component-ids.ts';
import type { RemoteRecords, Written } from './endpoints.ts';
import { changedWith } from './names.ts';
import { AlwaysChanged, classifyFailure } from './outcome.ts';
import { drawnOrigin, withoutDrawing, type Outgoing, type OutgoingBodies } from './outgoing.ts';
import { reconcile, reconsider } from './reconcile.ts';
import type { SingleReads } from './single-reads.ts';
import { formerElements } from './unanswered-base.ts';

type Dependencies = {
  store: Store;
  remote: RemoteRecords;
  outgoing: OutgoingBodies;
  singleReads: SingleReads;
  changed: (kinds: RecordKind[]) => void;
};

/**
 * The maximum number of times that one pass tries to send an update or a delete while others keep
 * changing the record. After that, the next pass tries again.
 */
export const maxRounds = 5;

/**
 * Returns a function that updates a record at the service, based on the version that the service has.
 */
export const createSendUpdate = ({
  store,
  remote,
  outgoing,
  singleReads,
  changed,
}: Dependencies) => {
  const { records, documents, outbox, idMap, conflicts } = store;

  /**
   * Replaces the update with a create, because the service processed a delete of the record before an
   * undo restored the record here.
   */
  const makeAgain = ({ seq, kind, id }: OutboxEntry): void =>
    store.transaction(() => {
      outbox.finish(seq);
      outbox.create(kind, id);
    });

  /**
   * Tells if the service already has everything in the update. Such an update is only sent so that the
   * service refuses earlier requests that may still arrive.
   */
  const hasNothingNew = (
    { fields }: OutboxEntry,
    { body, drawing }: Outgoing,
    { id, local, base }: RecordRow,
  ): boolean =>
    !fields.includes(componentIds) &&
    Object.keys(withoutDrawing(body)).every((field) =>
      isDeepStrictEqual(local[field], base?.[field]),
    ) &&
    (drawing === null || isDeepStrictEqual(drawing, documents.base(id)));

  const storeWritten = ({ kind, id, seq }: OutboxEntry, sent: Outgoing, written: Written): void => {
    const hasChanged = store.take(() => {
      outbox.finish(seq);
      const row = records.find(kind, id);
      if (!row) return false;
      const values = { ...row.base, ...withoutDrawing(sent.body) };
      if (written.remote) {
        const version = { remote: written.remote, etag: written.etag };
        return reconcile(store, row, version, { values, ...drawnOrigin(sent) });
      }
      records.put({ ...row, base: values, etag: null });
      if (sent.drawing) documents.confirm(id, sent.drawing);
      return false;
    });
    if (hasChanged) changed(changedWith(kind));
  };

  /** Tells if a newer version may have been read since the request was sent. */
  const wasReadSince = ({ kind, id, etag, base }: RecordRow): boolean => {
    const now = records.find(kind, id);
    return now !== null && (now.etag !== etag || !isDeepStrictEqual(now.base, base));
  };

  const sendTo = async (seq: number, row: RecordRow, id: string): Promise<boolean> => {
    // The entry is read again, because the person may have made changes while the record was read. The
    // entry then has more fields.
    const entry = outbox.find(seq);
    if (!entry) return true;
    const sent = outgoing.ofUpdate(entry, row);
    if (Object.keys(sent.body).length === 0) {
      outbox.finish(entry.seq);
      return true;
    }
    // The body is stored, because it shows which values at the service are ours if the answer is lost.
    const body = {
      ...withoutDrawing(sent.body),
      ...(sent.drawing && { data: sent.drawing }),
    };
    const ifMatch = row.etag;
    const conflict = conflicts.find(row.kind, row.id);
    const isInConflict = conflict !== null && isOfEdits(conflict);
    const baseInConflict = isInConflict ? documents.base(row.id) : null;
    const former =
      ifMatch === null && sent.drawing
        ? { former: formerElements(documents.base(row.id) ?? emptyDocument, sent.drawing) }
        : {};
    const earlier = entry.sent.filter((each) => each.ifMatch === ifMatch);
    store.take(() => outbox.countSent(entry.seq, { body, ifMatch, ...former }, earlier));
    try {
      const written = await remote.update(entry.kind, { ...sent.body, id }, row.etag);
      // If a version was read meanwhile, the answer may be older than that version, so it is not merged.
      // Otherwise changes of others would look like changes made here. The next round reads the record,
      // and recognizes the values that arrived.
      if (wasReadSince(row)) return false;
      // The person may have decided the conflict meanwhile, which changes the base. Without a body in the
      // answer, the conflict would have an older version of the service than the record. In both cases,
      // the next round reads the record too.
      const isDecided = isInConflict && !isDeepStrictEqual(documents.base(row.id), baseInConflict);
      if (isDecided || (isInConflict && !written.remote)) return false;
      storeWritten(entry, sent, written);
      return true;
    } catch (error) {
      const { kind } = classifyFailure(error);
      // A single answer may be wrong, so the next round reads the record again.
      if (kind === 'gone' || kind === 'changed') return false;
      if (kind !== 'refused' || !hasNothingNew(entry, sent, row)) throw error;
      // The update was sent only to make the service refuse earlier requests. The service refuses those
      // requests as well, so the update is dropped, and the person has nothing to retry or discard.
      outbox.finish(entry.seq);
      return true;
    }
  };

  /**
   * Tries to send the update. Returns false if somebody may have changed the record after it was read.
   */
  const tryOnce = async (entry: OutboxEntry, isCertain: boolean): Promise<boolean> => {
    const { kind, id, seq } = entry;
    const serviceId = idMap.serviceId(kind, id);
    const known = records.find(kind, id);
    if (!known) {
      outbox.finish(seq);
      return true;
    }
    if (serviceId === null) {
      makeAgain(entry);
      return true;
    }
    if (conflicts.find(kind, id) && store.take(() => reconsider(store, kind, id))) {
      changed(changedWith(kind));
    }
    // If the service lacked a field when the record was read, it may have the field now, so the record
    // is read again. A record that an undo restored is read too, to learn that it has returned.
    const mayLack = entry.fields.some((field) => lacksAddition(kind, known.base, field));
    const isKnown = isCertain && known.etag !== null && !mayLack && !idMap.isReturning(kind, id);
    const row = isKnown ? records.find(kind, id) : await singleReads.refreshed(known, serviceId);
    return row === null || (await sendTo(seq, row, serviceId));
  };

  return async (entry: OutboxEntry): Promise<void> => {
    for (let round = 0; round < maxRounds; round += 1) {
      if (await tryOnce(entry, round === 0 && entry.attempts === 0)) return;
    }
    throw new AlwaysChanged();
  };
};

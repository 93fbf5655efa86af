import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Renumbered } from '#shared/desktop/sync.ts';
import { contentNames } from '#shared/records/record-fields.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { initialValues } from '#shared/records/record-values.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
import { stampOfValues } from '../store/record-stamp.ts';
import type { RecordRow } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Carrier } from './carrier.ts';
import { canvasesThatMayName, componentIds, nameAgain } from './component-ids.ts';
import type { CreateMatch, MatchSearch } from './create-match.ts';
import { forgetRecord } from './deletions.ts';
import { pick, type Remote, type RemoteRecords, type Version } from './endpoints.ts';
import { PossibleDuplicate, CreatedRecordUnknown } from './outcome.ts';
import { drawnOrigin, withoutDrawing, type Outgoing, type OutgoingBodies } from './outgoing.ts';
import { learnAuthor, reconcile, remoteDrawing, remoteValues } from './reconcile.ts';

type Dependencies = {
  store: Store;
  remote: RemoteRecords;
  carrier: Pick<Carrier, 'honorsKeys'>;
  outgoing: OutgoingBodies;
  findTwin: MatchSearch;
  changed: (kinds: RecordKind[]) => void;
  renumbered: (number: Renumbered[number]) => void;
};

/**
 * Returns the created record. If the service supports moved threats, a moved threat keeps the number
 * that it has here, because the update after the create sets this number at the service.
 */
const withMovedNumber = ({ local }: RecordRow, made: Remote): Remote =>
  typeof local['moved_from'] === 'string' && made['moved_from'] !== undefined
    ? { ...made, ref_id: local['ref_id'] }
    : made;

/**
 * Returns a function that creates a record at the service exactly once. The body is stored before the
 * request is sent. After a lost answer, the function searches for the created record, and sends the
 * request with the same key again only if there is none.
 */
export const createSendCreate = (dependencies: Dependencies) => {
  const { store, remote, carrier, outgoing, findTwin, changed, renumbered } = dependencies;
  const { records, outbox, idMap, preferences } = store;

  /** Queues a drawing again, because one of its components has got its service ID only now. */
  const nameIn = (canvasId: string, { id }: RecordRow): void => {
    const isAgain = idMap.formerServiceId('component', id) !== null;
    if (isAgain) nameAgain(store, canvasId, new Set([id]));
    else outbox.update('canvas', canvasId, [componentIds]);
  };

  /**
   * Removes a create that has succeeded. If the record was deleted and restored meanwhile, another entry
   * has the same create.
   */
  const finishCreates = ({ kind, id, seq, idempotencyKey }: OutboxEntry): void => {
    outbox.finish(seq);
    for (const entry of outbox.forRecord(kind, id)) {
      if (entry.op === 'create' && entry.idempotencyKey === idempotencyKey)
        outbox.finish(entry.seq);
    }
  };

  /**
   * Sends a create. If the service repeats the answer to an earlier attempt, and the record of that attempt
   * was deleted here as another record, sends the create again with another key.
   */
  const create = async ({ kind, id, seq }: OutboxEntry, sent: Outgoing, key: string) => {
    const made = await remote.create(kind, sent.body, key);
    const former = made.remote && idMap.formerLocalId(kind, made.remote.id);
    if (former === null || former === id) return made;
    const another = randomUUID();
    outbox.setKey(seq, another);
    return await remote.create(kind, sent.body, another);
  };

  /**
   * Merges a record that was read from the service (`pulled`) into a local one (`own`), because both
   * turned out to be the same record. Unsent edits of `pulled` become edits of `own`.
   */
  const absorb = (kind: RecordKind, pulled: string, own: string): void => {
    const [from, to] = [records.find(kind, pulled), records.find(kind, own)];
    const edited = new Set(outbox.forRecord(kind, pulled).flatMap(({ fields }) => fields));
    if (from && to) {
      const values = pick(
        from.local,
        contentNames(kind).filter((name) => edited.has(name)),
      );
      records.put({ ...to, local: { ...to.local, ...values } });
    }
    records.moveChildren(kind, pulled, own);
    for (const entry of outbox.forRecord(kind, pulled)) outbox.finish(entry.seq);
    forgetRecord(store, { kind, id: pulled });
  };

  const adopt = (
    entry: OutboxEntry,
    sent: Outgoing,
    { remote: made, etag }: Version,
    { mayBeChanged }: Pick<CreateMatch, 'mayBeChanged'>,
  ): void => {
    const { kind, id } = entry;
    const hasChanged = store.take(() => {
      const pulled = idMap.localId(kind, made.id);
      if (pulled !== null && pulled !== id) absorb(kind, pulled, id);
      idMap.put(kind, id, made.id);
      finishCreates(entry);
      learnAuthor(store, kind, made);
      // The origin of a field that the create did not send is its initial value. If the service has
      // another value now, somebody else has changed it. If the service left the field out, only the
      // person can have changed it.
      const unsent = contentNames(kind).filter(
        (field) => mayBeChanged || made[field] === undefined,
      );
      const initial = pick(initialValues(kind), unsent);
      const values = { ...remoteValues(made), ...initial, ...withoutDrawing(sent.body) };
      const row = records.find(kind, id);
      if (!row) {
        const base = mayBeChanged ? values : remoteValues(made);
        const drawing = mayBeChanged ? sent.drawing : remoteDrawing(store, made);
        const snapshot = { base, drawing, etag: mayBeChanged ? null : etag };
        outbox.learnMade(kind, id, snapshot, stampOfValues(kind, base));
        return false;
      }
      const numbered = withMovedNumber(row, made);
      const [from, to] = [row.local['ref_id'], numbered['ref_id']];
      if (typeof from === 'string' && from !== '' && typeof to === 'string' && from !== to) {
        renumbered({ from, to });
      }
      if (kind === 'component') {
        for (const canvasId of canvasesThatMayName(store, row)) nameIn(canvasId, row);
      }
      const origin = { values, ...drawnOrigin(sent) };
      return reconcile(store, row, { remote: numbered, etag }, origin) || pulled !== null;
    });
    if (hasChanged) changed([kind]);
  };

  const earlierBody = ({ kind, body, attempts }: OutboxEntry): Outgoing | null => {
    if (body === null || attempts === 0) return null;
    const drawing = kind === 'canvas' ? remoteDrawing(store, { ...body, id: '' }) : null;
    return { body, drawing, revision: null };
  };

  /**
   * Returns the idempotency key of a create. If the body has changed, it is a new key, because a service
   * rejects a key that it got with another body.
   */
  const keyFor = ({ seq, body, idempotencyKey }: OutboxEntry, sent: Outgoing): string => {
    if (body === null || isDeepStrictEqual(body, sent.body)) return idempotencyKey;
    const key = randomUUID();
    outbox.setKey(seq, key);
    return key;
  };

  return async (entry: OutboxEntry): Promise<void> => {
    const { kind, seq, attempts } = entry;
    const sent = earlierBody(entry) ?? outgoing.ofCreate(entry);
    if (!sent) return outbox.finish(seq);
    const key = keyFor(entry, sent);
    outbox.countAttempt(seq, sent.body, {
      sentAfter: preferences.newestTime(),
      honorsKey: carrier.honorsKeys(),
    });
    const twin = attempts > 0 ? await findTwin(entry, sent) : null;
    // If the record was deleted here meanwhile, even an unsure match is adopted, because the pending
    // delete then becomes a conflict that the person decides.
    if (twin && !twin.isSure && records.has(kind, entry.id))
      throw new PossibleDuplicate(twin.version);
    if (twin) return adopt(entry, sent, twin.version, twin);
    const made = await create(entry, sent, key);
    if (made.remote) {
      const version = { remote: made.remote, etag: made.etag };
      return adopt(entry, sent, version, { mayBeChanged: false });
    }
    const found = await findTwin(entry, sent);
    if (!found?.isSure) throw new CreatedRecordUnknown();
    adopt(entry, sent, found.version, found);
  };
};

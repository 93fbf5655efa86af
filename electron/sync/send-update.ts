import type { RecordKind } from '#shared/desktop/records.ts';
import type { OutboxEntry } from '../store/outbox.ts';
import type { RecordRow } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { RemoteRecords, Written } from './endpoints.ts';
import type { Look } from './look.ts';
import { AlwaysChanged, classifyFailure } from './outcome.ts';
import { drawnOrigin, withoutDrawing, type Outgoing, type OutgoingBodies } from './outgoing.ts';
import { reconcile, reconsider } from './reconcile.ts';

type Dependencies = {
  store: Store;
  remote: RemoteRecords;
  outgoing: OutgoingBodies;
  look: Look;
  changed: (kinds: RecordKind[]) => void;
};

/** How often a change is merged with what others do at the same time before the next pass. */
export const roundsBeforeWaiting = 5;

/** Changes a record at the service, once it is known what the service has of it. */
export const createSendUpdate = ({ store, remote, outgoing, look, changed }: Dependencies) => {
  const { records, documents, outbox, idMap, conflicts } = store;

  /** Its delete reached the service before the undo that brought it back here. */
  const makeAgain = ({ seq, kind, id }: OutboxEntry): void =>
    store.transaction(() => {
      outbox.done(seq);
      outbox.create(kind, id);
    });

  const storeWritten = ({ kind, id, seq }: OutboxEntry, sent: Outgoing, written: Written): void => {
    const isNews = store.take(() => {
      outbox.done(seq);
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
    if (isNews) changed([kind]);
  };

  const sendTo = async (seq: number, row: RecordRow, id: string): Promise<boolean> => {
    // Read again: the person went on while the service was looked at, and it may say more now.
    const entry = outbox.find(seq);
    if (!entry) return true;
    const sent = outgoing.ofUpdate(entry, row);
    if (Object.keys(sent.body).length === 0) {
      outbox.done(entry.seq);
      return true;
    }
    // Kept, so that what of it has arrived is known for our own when the answer is lost.
    store.take(() =>
      outbox.countAttempt(entry.seq, {
        ...withoutDrawing(sent.body),
        ...(sent.drawing && { data: sent.drawing }),
      }),
    );
    try {
      storeWritten(entry, sent, await remote.update(entry.kind, { ...sent.body, id }, row.etag));
      return true;
    } catch (error) {
      // What became of it is looked at in the next round, and not taken from this answer.
      if (['gone', 'changed'].includes(classifyFailure(error).kind)) return false;
      throw error;
    }
  };

  /** Tells whether it is settled; if not, another's change came between. */
  const tryOnce = async (entry: OutboxEntry, isCertain: boolean): Promise<boolean> => {
    const { kind, id, seq } = entry;
    const serviceId = idMap.serviceId(kind, id);
    const known = records.find(kind, id);
    if (!known) {
      outbox.done(seq);
      return true;
    }
    if (serviceId === null) {
      makeAgain(entry);
      return true;
    }
    if (conflicts.find(kind, id)) store.take(() => reconsider(store, kind, id));
    const isKnown = isCertain && known.etag !== null;
    const row = isKnown ? records.find(kind, id) : await look.refreshed(known, serviceId);
    return row === null || (await sendTo(seq, row, serviceId));
  };

  return async (entry: OutboxEntry): Promise<void> => {
    for (let round = 0; round < roundsBeforeWaiting; round += 1) {
      if (await tryOnce(entry, round === 0 && entry.attempts === 0)) return;
    }
    throw new AlwaysChanged();
  };
};

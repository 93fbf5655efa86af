import type { RecordKind } from '#shared/desktop/records.ts';
import type { OutboxEntry } from '../store/outbox.ts';
import type { RecordRow } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { componentIds, withoutComponent } from './component-ids.ts';
import { forgetRecord } from './deletions.ts';
import type { RemoteRecords, Version } from './endpoints.ts';
import { MaybeMade, NotTold } from './outcome.ts';
import { drawnOrigin, withoutDrawing, type Outgoing, type OutgoingBodies } from './outgoing.ts';
import { learnAuthor, reconcile, remoteDrawing, remoteValues } from './reconcile.ts';
import type { TwinSearch } from './twin.ts';

type Dependencies = {
  store: Store;
  remote: RemoteRecords;
  outgoing: OutgoingBodies;
  findTwin: TwinSearch;
  changed: (kinds: RecordKind[]) => void;
};

/**
 * Makes a record at the service, once. The body is kept before the request leaves; when its answer
 * never came, what it may have made is looked for before it is sent again, under the same key.
 */
export const createSendCreate = ({ store, remote, outgoing, findTwin, changed }: Dependencies) => {
  const { records, documents, outbox, idMap, preferences } = store;

  /** The canvas that a component belongs to, and the others of the model that show it. */
  const canvasesNaming = ({ id, parentId }: RecordRow): string[] => {
    const canvas = parentId === null ? null : records.find('canvas', parentId);
    if (!canvas?.parentId) return [];
    return records
      .children('canvas', canvas.parentId)
      .map((each) => each.id)
      .filter((each) => each === parentId || documents.shown.isOn(each, id));
  };

  /** The drawings name their components, and this one has its id only now. */
  const nameIn = (canvasId: string, { id }: RecordRow): void => {
    const isAgain = idMap.formerServiceId('component', id) !== null;
    const base = isAgain && documents.shown.isOn(canvasId, id) ? documents.base(canvasId) : null;
    // While the service did not have it, others may have taken the reference out of the drawing.
    if (base) documents.confirm(canvasId, withoutComponent(base, id));
    outbox.update('canvas', canvasId, [componentIds]);
  };

  /** The record was pulled before it was known to be the one that was made here. */
  const takePlaceOf = (kind: RecordKind, pulled: string, own: string): void => {
    records.moveChildren(kind, pulled, own);
    for (const entry of outbox.forRecord(kind, pulled)) outbox.done(entry.seq);
    forgetRecord(store, { kind, id: pulled });
  };

  /** `isTwin`: others may have changed it since it was made. */
  const adopt = (
    entry: OutboxEntry,
    sent: Outgoing,
    { remote: made, etag }: Version,
    { isTwin }: { isTwin: boolean },
  ): void => {
    const { kind, id } = entry;
    const isNews = store.take(() => {
      const pulled = idMap.localId(kind, made.id);
      if (pulled !== null && pulled !== id) takePlaceOf(kind, pulled, id);
      idMap.put(kind, id, made.id);
      outbox.done(entry.seq);
      learnAuthor(store, kind, made);
      const row = records.find(kind, id);
      if (!row) {
        const base = { ...remoteValues(made), ...(isTwin && withoutDrawing(sent.body)) };
        const drawing = isTwin ? sent.drawing : remoteDrawing(store, made);
        outbox.learnGround(kind, id, { base, drawing, etag: isTwin ? null : etag });
        return false;
      }
      if (kind === 'component') {
        for (const canvasId of canvasesNaming(row)) nameIn(canvasId, row);
      }
      const values = { ...remoteValues(made), ...withoutDrawing(sent.body) };
      const origin = { values, ...drawnOrigin(sent) };
      return reconcile(store, row, { remote: made, etag }, origin) || pulled !== null;
    });
    if (isNews) changed([kind]);
  };

  const earlierBody = ({ kind, body }: OutboxEntry): Outgoing | null =>
    body && {
      body,
      drawing: kind === 'canvas' ? remoteDrawing(store, { ...body, id: '' }) : null,
      revision: null,
    };

  return async (entry: OutboxEntry): Promise<void> => {
    const { kind, seq, idempotencyKey, attempts } = entry;
    const sent = earlierBody(entry) ?? outgoing.ofCreate(entry);
    if (!sent) return outbox.done(seq);
    outbox.countAttempt(seq, sent.body, preferences.newestTime());
    const twin = attempts > 0 ? await findTwin(entry, sent) : null;
    // Of what was deleted here meanwhile, the delete asks.
    if (twin && !twin.isSure && records.has(kind, entry.id)) throw new MaybeMade(twin.version);
    if (twin) return adopt(entry, sent, twin.version, { isTwin: true });
    const made = await remote.create(kind, sent.body, idempotencyKey);
    if (made.remote) {
      return adopt(entry, sent, { remote: made.remote, etag: made.etag }, { isTwin: false });
    }
    const found = await findTwin(entry, sent);
    if (!found?.isSure) throw new NotTold();
    adopt(entry, sent, found.version, { isTwin: true });
  };
};

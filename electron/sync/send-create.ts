import type { RecordKind } from '#shared/desktop/records.ts';
import type { OutboxEntry } from '../store/outbox.ts';
import type { RecordRow } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { componentIds } from './component-ids.ts';
import { forgetRecord } from './deletions.ts';
import type { RemoteRecords, Version } from './endpoints.ts';
import { NotTold } from './outcome.ts';
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
  const { records, documents, outbox, idMap } = store;

  /** The canvas that a component belongs to, and the others of the model that show it. */
  const canvasesNaming = ({ id, parentId }: RecordRow): string[] => {
    const canvas = parentId === null ? null : records.find('canvas', parentId);
    if (!canvas?.parentId) return [];
    return records
      .children('canvas', canvas.parentId)
      .map((each) => each.id)
      .filter((each) => each === parentId || documents.shown.isOn(each, id));
  };

  /** The record was pulled before it was known to be the one that was made here. */
  const takePlaceOf = (kind: RecordKind, pulled: string, own: string): void => {
    records.moveChildren(kind, pulled, own);
    for (const entry of outbox.forRecord(kind, pulled)) outbox.done(entry.seq);
    forgetRecord(store, { kind, id: pulled });
  };

  const adopt = (entry: OutboxEntry, sent: Outgoing, { remote: made, etag }: Version): void => {
    const { kind, id } = entry;
    const isNews = store.take(() => {
      const pulled = idMap.localId(kind, made.id);
      if (pulled !== null && pulled !== id) takePlaceOf(kind, pulled, id);
      idMap.put(kind, id, made.id);
      outbox.done(entry.seq);
      learnAuthor(store, kind, made);
      const row = records.find(kind, id);
      if (!row) {
        const drawing = kind === 'canvas' ? remoteDrawing(store, made) : null;
        outbox.learnGround(kind, id, { base: remoteValues(made), drawing, etag });
        return false;
      }
      // The drawings name their components, and this one has its id only now.
      if (kind === 'component') {
        for (const canvasId of canvasesNaming(row)) {
          outbox.update('canvas', canvasId, [componentIds]);
        }
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
    outbox.countAttempt(seq, sent.body);
    const earlier = attempts > 0 ? await findTwin(kind, sent.body) : null;
    if (earlier) return adopt(entry, sent, earlier);
    const made = await remote.create(kind, sent.body, idempotencyKey);
    const version = made.remote
      ? { remote: made.remote, etag: made.etag }
      : await findTwin(kind, sent.body);
    if (!version) throw new NotTold();
    adopt(entry, sent, version);
  };
};

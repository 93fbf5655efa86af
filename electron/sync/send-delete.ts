import { isDeepStrictEqual } from 'node:util';
import { contentSchemas, type RecordKind } from '#shared/desktop/records.ts';
import { splitReference, type DeleteGround, type OutboxEntry } from '../store/outbox.ts';
import { stampOfValues } from '../store/record-stamp.ts';
import type { Store } from '../store/store.ts';
import { withAllLocalIds } from './component-ids.ts';
import { idsIn, type Remote, type RemoteRecords, type Version } from './endpoints.ts';
import type { Look } from './look.ts';
import { AlwaysChanged, classifyFailure } from './outcome.ts';
import { drawingOf, remoteDrawing, remoteValues } from './reconcile.ts';
import { roundsBeforeWaiting } from './send-update.ts';
import { makeAgain } from './settle.ts';

type Dependencies = {
  store: Store;
  remote: RemoteRecords;
  look: Look;
  changed: (kinds: RecordKind[]) => void;
};

/** Deletes a record at the service, unless others have changed what is to go. */
export const createSendDelete = ({ store, remote, look: { look }, changed }: Dependencies) => {
  const { records, outbox, idMap, conflicts } = store;

  /** Also while the delete was under way. */
  const isTakenBack = ({ seq, kind, id }: OutboxEntry): boolean =>
    outbox.find(seq) === null || records.has(kind, id);

  /** The service does not have it any more. */
  const settleGone = (entry: OutboxEntry): void =>
    store.take(() => {
      const { seq, kind, id, ground } = entry;
      if (isTakenBack(entry)) return makeAgain(store, kind, id);
      outbox.done(seq);
      idMap.remove(kind, id);
      for (const reference of Object.keys(ground?.held ?? {})) {
        idMap.remove(...splitReference(reference));
      }
    });

  /** It stays there, and is gone here, until the person decides. */
  const contest = (
    entry: OutboxEntry,
    { remote: there, etag }: Version,
    held: DeleteGround['held'] = {},
  ): void => {
    const { kind, id, seq, ground } = entry;
    store.take(() => {
      if (isTakenBack(entry)) return;
      outbox.done(seq);
      conflicts.put({
        kind,
        id,
        type: 'editedThere',
        items: ['record'],
        theirs: remoteValues(there),
        drawing: remoteDrawing(store, there),
        base: ground?.base ?? {},
        parentId: ground?.parentId ?? null,
        held: { ...ground?.held, ...held },
        etag,
      });
    });
    changed([kind]);
  };

  const isAsItWas = (kind: RecordKind, ground: DeleteGround, there: Remote): boolean => {
    const fields = Object.keys(contentSchemas[kind].shape);
    // What a change before the delete has sent is our own, whether it is known to have arrived or not.
    const isSame = fields.every((field) =>
      [undefined, ground.base?.[field], ground.sent?.[field]].some((known) =>
        isDeepStrictEqual(known, there[field]),
      ),
    );
    const drawn = kind === 'canvas' ? drawingOf(there) : null;
    const drawing = drawn && withAllLocalIds(store, drawn);
    const drawings = [ground.drawing, ground.sent?.['data'] ?? null];
    return isSame && drawings.some((known) => isDeepStrictEqual(known, drawing));
  };

  const serviceIdOf = (kind: RecordKind, id: string): string => idMap.serviceId(kind, id) ?? id;

  /** The canvases that the models among these have, by the ids of this store. */
  const canvasesIn = async (references: readonly string[]): Promise<string[]> => {
    const found: string[] = [];
    for (const reference of references) {
      const [kind, id] = splitReference(reference);
      const version = kind === 'threatModel' ? await look(kind, serviceIdOf(kind, id)) : null;
      for (const each of idsIn(version?.remote['canvases'])) {
        found.push(`canvas:${idMap.localId('canvas', each) ?? each}`);
      }
    }
    return found;
  };

  /**
   * Stamps of the canvases that go along and are not as they were. No list tells of changes in
   * canvases, so each is looked at.
   */
  const changedCanvases = async (entry: OutboxEntry): Promise<DeleteGround['held']> => {
    const held = entry.ground?.held ?? {};
    const references = [`${entry.kind}:${entry.id}`, ...Object.keys(held)];
    const changes: DeleteGround['held'] = {};
    for (const reference of new Set([...references.slice(1), ...(await canvasesIn(references))])) {
      const [kind, id] = splitReference(reference);
      const version = kind === 'canvas' ? await look(kind, serviceIdOf(kind, id)) : null;
      const stamp = version && stampOfValues('canvas', version.remote);
      if (stamp !== null && stamp !== held[reference]) changes[reference] = stamp;
    }
    return changes;
  };

  const isRootAsItWas = ({ kind, ground }: OutboxEntry, there: Version): boolean =>
    !ground?.base ||
    (ground.etag !== null && ground.etag === there.etag) ||
    isAsItWas(kind, ground, there.remote);

  /** Tells whether it is settled; if not, another's change came between. */
  const tryOnce = async (entry: OutboxEntry, serviceId: string): Promise<boolean> => {
    const there = await look(entry.kind, serviceId);
    if (isTakenBack(entry)) return true;
    if (!there) {
      settleGone(entry);
      return true;
    }
    const canvases = await changedCanvases(entry);
    if (isTakenBack(entry)) return true;
    if (!isRootAsItWas(entry, there) || Object.keys(canvases).length > 0) {
      contest(entry, there, canvases);
      return true;
    }
    store.take(() => outbox.countAttempt(entry.seq, null));
    try {
      await remote.delete(entry.kind, serviceId, there.etag);
      settleGone(entry);
      return true;
    } catch (error) {
      // Whether it is gone is looked at, and not taken from one answer alone.
      if (['gone', 'changed'].includes(classifyFailure(error).kind)) return false;
      throw error;
    }
  };

  return {
    sendDelete: async (entry: OutboxEntry): Promise<void> => {
      const serviceId = idMap.serviceId(entry.kind, entry.id);
      if (serviceId === null) return settleGone(entry);
      for (let round = 0; round < roundsBeforeWaiting; round += 1) {
        if (await tryOnce(entry, serviceId)) return;
      }
      throw new AlwaysChanged();
    },

    /**
     * An undo took the delete back after it had left. It is never sent again: what it would delete is
     * no longer what the person saw. If it has arrived, all that is here now is made again.
     */
    settleUndone: async (entry: OutboxEntry): Promise<void> => {
      const { kind, id, seq } = entry;
      const serviceId = idMap.serviceId(kind, id);
      const there = serviceId === null ? null : await look(kind, serviceId);
      if (!there) return settleGone(entry);
      // Deleted once more while the service was looked at, it goes on as another delete.
      if (records.has(kind, id)) outbox.done(seq);
    },

    /** Something that the record holds was changed by others. */
    contestDelete: async (entry: OutboxEntry, held: DeleteGround['held']): Promise<void> => {
      const serviceId = idMap.serviceId(entry.kind, entry.id);
      const there = serviceId === null ? null : await look(entry.kind, serviceId);
      if (there) contest(entry, there, held);
    },
  };
};

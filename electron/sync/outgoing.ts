import { isDeepStrictEqual } from 'node:util';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { byId } from '#shared/merge/by-id.ts';
import { namesOfData, withFieldsOf, type Element } from '#shared/merge/element-fields.ts';
import { mergeCanvas, type CanvasMerge, type ElementConflict } from '#shared/merge/merge-canvas.ts';
import { replaceElements } from '#shared/merge/replace-elements.ts';
import { parentKind } from '#shared/records/record-kinds.ts';
import { fieldValues, lacksAddition } from '#shared/records/record-values.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
import type { RecordRow, Values } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { asSent, componentIds, withoutRepeated } from './component-ids.ts';
import { withoutOriginals } from './copied-drawing.ts';
import { sentOf } from './endpoints.ts';

/** A request body, and what the next merge needs once the service has the body. */
export type Outgoing = {
  body: Values;
  /** The origin of the drawing in the next merge; `null` if no drawing is sent. */
  drawing: CanvasDocument | null;
  /**
   * The revision of the drawing that the person sees; `null` if no drawing is sent, or if the sent
   * drawing differs from what the person sees. It can differ during a conflict, and in a copy of a
   * collection.
   */
  revision: string | null;
};

type OutgoingDrawing = { data: CanvasDocument; origin: CanvasDocument; revision: string | null };

/** Creates request bodies from the current records, without values in conflict. */
export const createOutgoing = (store: Store) => {
  const { records, documents, conflicts, idMap } = store;

  /**
   * Returns the service's ID of the record's parent. The result is `''` for a record without a parent,
   * and `null` if the service does not have the parent.
   */
  const parentServiceId = (row: RecordRow): string | null => {
    const kind = parentKind[row.kind];
    return kind && row.parentId ? idMap.serviceId(kind, row.parentId) : '';
  };

  /**
   * Returns the fields of unanswered requests that may still arrive and would change the record. Sync
   * sends the current values of these fields. The record then gets another ETag, so the service refuses
   * the late requests. Without ETags, the current values at least replace those of a request that was
   * only slow.
   */
  const openFields = ({ sent }: OutboxEntry, { kind, id, etag, base }: RecordRow): Set<string> => {
    const [anyField] = sentOf[kind].updateFields;
    const isInBase = (field: string, value: unknown): boolean =>
      isDeepStrictEqual(value, field === 'data' ? documents.base(id) : base?.[field]);
    const open = sent.filter(({ ifMatch }) => ifMatch === etag);
    return new Set(
      open.flatMap(({ body }) => {
        // A request without a body is a delete. Any one field is sent, because that gives the record
        // another ETag. Without ETags, no update can stop a delete that arrives later, so no field is
        // sent.
        if (body === null) return etag === null || anyField === undefined ? [] : [anyField];
        return Object.keys(body).filter((field) => !isInBase(field, body[field]));
      }),
    );
  };

  /** Returns the drawing to send, or `null` if none has to be sent. */
  const unsentDrawing = (
    { id, fields }: OutboxEntry,
    open: ReadonlySet<string>,
  ): OutgoingDrawing | null => {
    const mustSend = fields.includes(componentIds) || open.has('data');
    if (!mustSend && !fields.includes('data')) return null;
    const mine = documents.read(id);
    const base = documents.base(id);
    const theirs = conflicts.theirDrawing(id);
    if (!mine) return null;
    if (theirs && base) return besideConflict(base, mine, theirs, mustSend);
    const isKnown = !mustSend && base !== null && isDeepStrictEqual(mine, base);
    return isKnown ? null : { data: mine, origin: mine, revision: documents.revision(id) };
  };

  return {
    parentServiceId,

    /**
     * Returns the body of a POST, or `null` if the record was deleted here or the service does not have
     * its parent.
     */
    ofCreate: ({ kind, id }: OutboxEntry): Outgoing | null => {
      const row = records.find(kind, id);
      const parentId = row && parentServiceId(row);
      if (!row || parentId === null) return null;
      const { parent, createFields } = sentOf[kind];
      const content = fieldValues(kind, row.local, createFields);
      const drawing = kind === 'canvas' ? documents.read(id) : null;
      const allowed = drawing && withoutOriginals(store, id, drawing, () => []);
      const data = allowed ? { data: asSent(store, allowed) } : {};
      const named = parent ? { [parent.input]: parentId } : {};
      const isVisible = drawing !== null && allowed === drawing;
      const revision = isVisible ? documents.revision(id) : null;
      return { body: { ...content, ...data, ...named }, drawing, revision };
    },

    /**
     * Returns the body of a PATCH: the fields of the entry that the service supports and whose values
     * differ from the base, and the fields of unanswered requests.
     */
    ofUpdate: (entry: OutboxEntry, row: RecordRow): Outgoing => {
      const { kind, id, fields } = entry;
      const inConflict = new Set(conflicts.find(kind, id)?.items);
      const open = openFields(entry, row);
      const changed = sentOf[kind].updateFields.filter(
        (field) =>
          (open.has(field) || fields.includes(field)) &&
          !inConflict.has(field) &&
          !lacksAddition(kind, row.base, field) &&
          (open.has(field) || !isDeepStrictEqual(row.local[field], row.base?.[field])),
      );
      const content = fieldValues(kind, row.local, changed);
      const drawing = kind === 'canvas' ? unsentDrawing(entry, open) : null;
      if (!drawing) return { body: content, drawing: null, revision: null };
      const read = () => [documents.base(id), conflicts.theirDrawing(id)];
      const allowed = withoutRepeated(store, withoutOriginals(store, id, drawing.data, read));
      const revision = allowed === drawing.data ? drawing.revision : null;
      const data = asSent(store, allowed);
      return { body: { ...content, data }, drawing: drawing.origin, revision };
    },
  };
};

/**
 * Returns the drawing to send during a conflict, or `null` if nothing outside the conflict has to be
 * sent. The values in conflict are sent as the service has them, so that they stay in conflict.
 */
const besideConflict = (
  base: CanvasDocument,
  mine: CanvasDocument,
  theirs: CanvasDocument,
  mustSend: boolean,
): OutgoingDrawing | null => {
  const merge = mergeCanvas(base, mine, theirs);
  if (!mustSend && isDeepStrictEqual(merge.sent, theirs)) return null;
  const origin = replaceElements(merge.sent, originsInConflict(merge), merge.conflicts);
  return { data: merge.sent, origin, revision: null };
};

/**
 * Returns the base of a merge, in which each element in conflict has the sent values of the fields that
 * are not in conflict. If they had their values from the base, an undo during the request would look like
 * no change, and the answer would restore what was undone.
 */
const originsInConflict = ({ base, sent, conflicts }: CanvasMerge): CanvasDocument => {
  const originsOf = <E extends Element>(
    kind: ElementConflict['element'],
    origins: E[],
    sents: E[],
  ): E[] => {
    const [inConflict, sentById] = [
      byId(conflicts.filter(({ element }) => element === kind)),
      byId(sents),
    ];
    return origins.map((origin) => {
      const conflict = inConflict.get(origin.id);
      const own = sentById.get(origin.id);
      if (!own || !conflict?.mine || !conflict.theirs) return origin;
      const nameOf = namesOfData(conflict.mine, conflict.theirs);
      return withFieldsOf(own, origin, conflict.fields, nameOf);
    });
  };
  return {
    ...base,
    nodes: originsOf('node', base.nodes, sent.nodes),
    edges: originsOf('edge', base.edges, sent.edges),
  };
};

/** Returns the part of the origin that concerns the drawing, for merging the answer. */
export const drawnOrigin = ({ body, drawing, revision }: Outgoing) => ({
  drawing,
  sent: revision === null ? null : { data: body['data'], revision },
});

export const withoutDrawing = ({ data: _data, ...values }: Values): Values => values;

export type OutgoingBodies = ReturnType<typeof createOutgoing>;

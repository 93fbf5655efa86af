import { isDeepStrictEqual } from 'node:util';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { contentSchemas, parentKind } from '#shared/desktop/records.ts';
import { mergeCanvas } from '#shared/merge/merge-canvas.ts';
import { replaceElements } from '#shared/merge/replace-elements.ts';
import type { OutboxEntry } from '../store/outbox.ts';
import type { RecordRow, Values } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { asSent, componentIds } from './component-ids.ts';
import { pick, sentOf } from './endpoints.ts';

/** A body, and what the next merge of its drawing starts from when it has arrived. */
export type Outgoing = {
  body: Values;
  drawing: CanvasDocument | null;
  /** Of what is seen here, where the drawing is just that. */
  revision: string | null;
};

type OutgoingDrawing = { data: CanvasDocument; origin: CanvasDocument; revision: string | null };

/** What leaves for the service: the records as they are here now, but for what is in conflict. */
export const createOutgoing = (store: Store) => {
  const { records, documents, conflicts, idMap } = store;

  /** `''` for what has no parent, `null` while the service does not have the parent yet. */
  const parentServiceId = (row: RecordRow): string | null => {
    const kind = parentKind[row.kind];
    return kind && row.parentId ? idMap.serviceId(kind, row.parentId) : '';
  };

  /** The drawing to send, or `null` where the service has nothing to learn from it. */
  const unsentDrawing = ({ id, fields }: OutboxEntry): OutgoingDrawing | null => {
    const namesNewIds = fields.includes(componentIds);
    if (!namesNewIds && !fields.includes('data')) return null;
    const mine = documents.read(id);
    const base = documents.base(id);
    const theirs = conflicts.find('canvas', id)?.drawing;
    if (!mine) return null;
    if (theirs && base) return besideConflict(base, mine, theirs, namesNewIds);
    const isKnown = !namesNewIds && base !== null && isDeepStrictEqual(mine, base);
    return isKnown ? null : { data: mine, origin: mine, revision: documents.revision(id) };
  };

  return {
    parentServiceId,

    /** The body of POST, or `null` when there is nothing to make any more. */
    ofCreate: ({ kind, id }: OutboxEntry): Outgoing | null => {
      const row = records.find(kind, id);
      const parentId = row && parentServiceId(row);
      if (!row || parentId === null) return null;
      const { parent, createFields } = sentOf[kind];
      const content = pick(contentSchemas[kind].parse(row.local), createFields);
      const drawing = kind === 'canvas' ? documents.read(id) : null;
      const data = drawing ? { data: asSent(store, drawing) } : {};
      const named = parent ? { [parent.input]: parentId } : {};
      const revision = drawing ? documents.revision(id) : null;
      return { body: { ...content, ...data, ...named }, drawing, revision };
    },

    /** The body of PATCH: what of the entry's fields differs from what the service has. */
    ofUpdate: (entry: OutboxEntry, row: RecordRow): Outgoing => {
      const { kind, id, fields } = entry;
      const inConflict = new Set(conflicts.find(kind, id)?.items);
      const { updateFields } = sentOf[kind];
      const changed = fields.filter(
        (field) =>
          updateFields.includes(field) &&
          !inConflict.has(field) &&
          !isDeepStrictEqual(row.local[field], row.base?.[field]),
      );
      const content = pick(contentSchemas[kind].parse(row.local), changed);
      const drawing = kind === 'canvas' ? unsentDrawing(entry) : null;
      if (!drawing) return { body: content, drawing: null, revision: null };
      const data = asSent(store, drawing.data);
      const { origin, revision } = drawing;
      return { body: { ...content, data }, drawing: origin, revision };
    },
  };
};

/** What is in conflict is sent as the service has it, and stays in conflict. */
const besideConflict = (
  base: CanvasDocument,
  mine: CanvasDocument,
  theirs: CanvasDocument,
  namesNewIds: boolean,
): OutgoingDrawing | null => {
  const merge = mergeCanvas(base, mine, theirs);
  if (!namesNewIds && isDeepStrictEqual(merge.sent, theirs)) return null;
  const origin = replaceElements(merge.sent, merge.base, merge.conflicts);
  return { data: merge.sent, origin, revision: null };
};

/** Where the merge of an answer to it starts. */
export const drawnOrigin = ({ body, drawing, revision }: Outgoing) => ({
  drawing,
  sent: revision === null ? null : { data: body['data'], revision },
});

export const withoutDrawing = ({ data: _data, ...values }: Values): Values => values;

export type OutgoingBodies = ReturnType<typeof createOutgoing>;

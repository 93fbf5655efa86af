import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  canvasDocumentSchema,
  emptyDocument,
  type CanvasDocument,
} from '#shared/canvas/document.ts';
import { contentSchemas, type RecordKind } from '#shared/desktop/records.ts';
import { mergeCanvas } from '#shared/merge/merge-canvas.ts';
import { mergeRecord, type RecordMerge } from '#shared/merge/merge-record.ts';
import type { RecordRow, Values } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { componentIds, namesUnknownIds, withLocalIds, withReferencesOf } from './component-ids.ts';
import { pick, sentOf, type Remote, type Version } from './endpoints.ts';
import { landedOrigin } from './landed.ts';

const reference = z.object({ id: z.string() });

/** Where a record of the service names us, so that we learn which comments are our own. */
const authorField: Partial<Record<RecordKind, string>> = {
  collection: 'created_by',
  comment: 'user',
};

/** What the service is known to have had before, where that is not what the store calls the base. */
export type Origin = {
  values: Values;
  drawing: CanvasDocument | null;
  /** Of a drawing that is sent as it is seen here: as it left, and the revision that it is of. */
  sent?: { data: unknown; revision: string } | null;
};

type DrawingMerge = {
  items: string[];
  theirs: CanvasDocument;
  /** What the service lacks of the drawing, as the fields of an update. */
  unsent: string[];
  isNews: boolean;
};

/** The fields of an answer that are the record's own; its drawing is stored apart. */
export const remoteValues = ({ id: _id, data: _data, ...values }: Remote): Values => values;

export const drawingOf = (remote: Remote): CanvasDocument | null =>
  canvasDocumentSchema.safeParse(remote['data']).data ?? null;

/** The drawing of an answer with the ids of this store; `null` where there is none to be read. */
export const remoteDrawing = (store: Store, remote: Remote): CanvasDocument | null => {
  const drawing = drawingOf(remote);
  return drawing && withLocalIds(store, drawing);
};

/** Has a canvas sent that names components at the service by ids which are unknown there. */
export const repairComponentIds = (store: Store, id: string, remote: Remote): void => {
  const drawing = drawingOf(remote);
  if (drawing && namesUnknownIds(store, drawing)) {
    store.outbox.update('canvas', id, [componentIds]);
  }
};

/** `null` where the service does not say. */
export const authorOf = (kind: RecordKind, remote: Remote): string | null => {
  const field = authorField[kind];
  return (field === undefined ? undefined : reference.safeParse(remote[field]).data?.id) ?? null;
};

export const learnAuthor = (store: Store, kind: RecordKind, remote: Remote): void => {
  const author = authorOf(kind, remote);
  if (author !== null) store.preferences.learnUserId(author);
};

const contentFields = (kind: RecordKind): string[] => Object.keys(contentSchemas[kind].shape);

const withoutTime = ({ updated_at: _time, ...values }: Values): Values => values;

/** What is set aside or in flight is queued already; the rest of `fields` is queued now. */
const queueUnsent = (store: Store, { kind, id }: RecordRow, fields: readonly string[]): void => {
  const entries = store.outbox.forRecord(kind, id);
  const isCreated = entries.some(({ op, attempts }) => op === 'create' && attempts === 0);
  const queued = new Set(entries.flatMap((entry) => entry.fields));
  const missing = fields.filter((field) => !queued.has(field));
  if (missing.length > 0 && !isCreated) store.outbox.update(kind, id, missing);
};

const mergeDrawing = (
  store: Store,
  { id }: RecordRow,
  remote: Remote,
  { drawing: origin, sent }: Pick<Origin, 'drawing' | 'sent'>,
): DrawingMerge | null => {
  const { documents } = store;
  const isAsSent = sent?.revision === documents.revision(id);
  if (origin && isAsSent && isDeepStrictEqual(remote['data'], sent.data)) {
    // Here and there is just what was sent: nothing has to be read to know what that is.
    documents.confirm(id, origin);
    return { items: [], theirs: origin, unsent: [], isNews: false };
  }
  const there = drawingOf(remote);
  if (!there) {
    // What was sent has arrived, though the answer does not show it.
    if (origin) documents.confirm(id, origin);
    return null;
  }
  const base = origin ?? documents.base(id) ?? emptyDocument;
  const theirs = withReferencesOf(store, withLocalIds(store, there, base), base);
  const repairs = namesUnknownIds(store, there) ? [componentIds] : [];
  const mine = documents.read(id);
  if (!mine) {
    documents.merge(id, theirs, theirs);
    return { items: [], theirs, unsent: repairs, isNews: true };
  }
  if (isDeepStrictEqual(mine, theirs)) {
    documents.confirm(id, theirs);
    return { items: [], theirs, unsent: repairs, isNews: false };
  }
  // Of what they last had in common nothing may be known; then all that either has stays.
  const merge = mergeCanvas(base, mine, theirs);
  const isNews = !isDeepStrictEqual(merge.shown, mine);
  if (isNews) {
    store.versions.keepBeforeMerge(id, mine);
    documents.merge(id, merge.shown, merge.base);
  } else documents.confirm(id, merge.base);
  return {
    items: merge.conflicts.map((each) => `${each.element}:${each.id}`),
    theirs,
    unsent: isDeepStrictEqual(merge.sent, theirs) ? repairs : ['data', ...repairs],
    isNews,
  };
};

/**
 * Brings a record and the service's version of it together: what only one side changed is taken,
 * what both changed differently becomes a conflict, and what the service lacks is queued. Where the
 * two agree, nothing happens. Tells whether the window has anything to show anew.
 */
export const reconcile = (
  store: Store,
  row: RecordRow,
  { remote, etag }: Version,
  known: Origin | null = null,
): boolean => {
  const { kind } = row;
  const theirs = remoteValues(remote);
  const origin = known ?? landedOrigin(store, row, theirs, () => remoteDrawing(store, remote));
  // A short form does not say every field; of those nothing is news.
  const fields = contentFields(kind).filter((field) => theirs[field] !== undefined);
  const base = origin?.values ?? row.base;
  const { longTexts, updateFields } = sentOf[kind];
  const merge = mergeRecord(
    base && pick(base, fields),
    pick(row.local, fields),
    pick(theirs, fields),
    longTexts,
  );
  const next: RecordRow = {
    ...row,
    local: { ...row.local, ...theirs, ...merge.shown },
    base: nextBase({ ...base, ...theirs }, merge),
    etag,
  };
  const isNews = !isDeepStrictEqual(withoutTime(row.local), withoutTime(next.local));
  store.records.put(next);
  const drawing =
    kind === 'canvas' ? mergeDrawing(store, row, remote, origin ?? { drawing: null }) : null;
  const inConflict = new Set(merge.conflicts.map(({ field }) => field));
  noteConflict(store, next, theirs, [...inConflict], drawing);
  const unsent = fields.filter(
    (field) =>
      updateFields.includes(field) &&
      !inConflict.has(field) &&
      !isDeepStrictEqual(merge.shown[field], theirs[field]),
  );
  queueUnsent(store, next, [...unsent, ...(drawing?.unsent ?? [])]);
  return isNews || (drawing?.isNews ?? false);
};

/** Where the next merge starts: of what is in conflict the origin, which may be unknown. */
const nextBase = (known: Values, { base, conflicts }: RecordMerge): Values => {
  const inConflict = new Set(conflicts.map(({ field }) => field));
  const settled = Object.entries(known).filter(([field]) => !inConflict.has(field));
  return { ...Object.fromEntries(settled), ...base };
};

/** Keeps the service's side of what is in conflict; forgets a conflict that there is no more. */
const noteConflict = (
  store: Store,
  { kind, id, etag }: RecordRow,
  theirs: Values,
  fields: string[],
  drawing: DrawingMerge | null,
): void => {
  const known = store.conflicts.find(kind, id);
  const drawn = drawing ?? {
    items: known?.items.filter(isOfDrawing) ?? [],
    theirs: known?.drawing,
  };
  const items = [...fields, ...drawn.items];
  if (items.length === 0) return store.conflicts.remove(kind, id);
  store.conflicts.put({
    kind,
    id,
    type: drawn.items.length > 0 ? 'canvas' : 'fields',
    items,
    theirs,
    drawing: drawn.theirs ?? null,
    base: null,
    parentId: null,
    held: {},
    etag,
  });
};

const isOfDrawing = (item: string): boolean => item.includes(':');

/** Weighs a conflict again, after the person changed what is in it. */
export const reconsider = (store: Store, kind: RecordKind, id: string): void => {
  const row = store.records.find(kind, id);
  const conflict = store.conflicts.find(kind, id);
  if (!row || !conflict?.theirs) return;
  const data = conflict.drawing === null ? {} : { data: conflict.drawing };
  reconcile(store, row, { remote: { ...conflict.theirs, ...data, id }, etag: conflict.etag });
};

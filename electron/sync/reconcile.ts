import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { emptyDocument, type CanvasDocument } from '#shared/canvas/document.ts';
import { mergeCanvas, type ElementConflict } from '#shared/merge/merge-canvas.ts';
import { mergeRecord, type RecordMerge } from '#shared/merge/merge-record.ts';
import { replaceElements } from '#shared/merge/replace-elements.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { lacksAddition, withAdditions } from '#shared/records/record-values.ts';
import { isOfEdits, type StoredConflict } from '../store/conflicts.ts';
import type { RecordRow, Values } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { drawingFor, modelsHere } from './checked-drawing.ts';
import {
  asSent,
  componentIds,
  namesUnknownIds,
  withLocalIds,
  withoutLost,
  withReferencesOf,
} from './component-ids.ts';
import { pick, sentOf, type Remote, type Version } from './endpoints.ts';
import { noteLabels, noteTitle } from './names.ts';
import { unansweredBase, type Origin } from './unanswered-base.ts';

const reference = z.object({ id: z.string() });

/**
 * The field with the author of a record. From a record that the person created, the app learns the
 * person's own user ID, so it can distinguish the person's comments from those of others.
 */
const authorField: Partial<Record<RecordKind, string>> = {
  collection: 'created_by',
  comment: 'user',
};

type DrawingMerge = {
  items: string[];
  theirs: CanvasDocument;
  /** The IDs of elements whose origin is unknown (see conflicts.ts in electron/store). */
  guessed: string[];
  /** The parts of the drawing that the service lacks, as fields of an update. */
  unsent: string[];
  hasChanged: boolean;
};

/** Returns the fields of a record in an answer, without the drawing, which is stored separately. */
export const remoteValues = ({ id: _id, data: _data, ...values }: Remote): Values => values;

/** Returns the drawing in an answer, with local IDs, or `null` if the answer has no valid drawing. */
export const remoteDrawing = (store: Store, remote: Remote): CanvasDocument | null => {
  const drawing = drawingFor(store, remote);
  return drawing && withLocalIds(store, drawing, modelsHere(store, remote));
};

/** Returns the user ID of the author, or `null` if the answer does not name the author. */
export const authorOf = (kind: RecordKind, remote: Remote): string | null => {
  const field = authorField[kind];
  return (field === undefined ? undefined : reference.safeParse(remote[field]).data?.id) ?? null;
};

export const learnAuthor = (store: Store, kind: RecordKind, remote: Remote): void => {
  const author = authorOf(kind, remote);
  if (author !== null) store.preferences.learnUserId(author);
};

const withoutTime = ({ updated_at: _time, ...values }: Values): Values => values;

/**
 * Queues those `fields` that no entry of the record has yet. Entries that were rejected or are in flight
 * count too. If the record's create was not sent yet, nothing is queued, because the create will have
 * the fields.
 */
const queueUnsent = (store: Store, { kind, id }: RecordRow, fields: readonly string[]): void => {
  const entries = store.outbox.forRecord(kind, id);
  const isCreated = entries.some(({ op, attempts }) => op === 'create' && attempts === 0);
  const queued = new Set(entries.flatMap((entry) => entry.fields));
  const missing = fields.filter((field) => !queued.has(field));
  if (missing.length > 0 && !isCreated) store.outbox.update(kind, id, missing);
};

/**
 * Returns the base for a merge, and the IDs of its elements with an unknown origin (`guessed`). During a
 * conflict, the base differs from `known` in two ways:
 *
 * - If others removed an element whose origin is unknown, the base has the service's last version of the
 *   element. Otherwise the element would look new when an undo restores it here.
 * - If others have brought back an element whose origin is unknown, the base does not have the element.
 *   Otherwise the local version would replace the version of the others.
 *
 * `isSent`: true if `known` is the drawing that was sent. If this drawing lacks an element that is not
 * in conflict, the person had removed the element. The element is then not added to the base, so it
 * counts as new if an undo has restored it here.
 */
const withForgotten = (
  known: CanvasDocument,
  isSent: boolean,
  conflict: StoredConflict | null,
  theirs: CanvasDocument,
): { base: CanvasDocument; guessed: string[] } => {
  if (!conflict || !isOfEdits(conflict) || !conflict.drawing) return { base: known, guessed: [] };
  const { drawing: lastSeen, guessed = [], items } = conflict;
  const present = new Set(named(theirs).map(({ id }) => id));
  const returned = named(known).filter(({ id }) => guessed.includes(id) && present.has(id));
  const base = replaceElements(known, emptyDocument, returned);
  const elements = new Set([...present, ...named(base).map(({ id }) => id)]);
  const forgotten = named(lastSeen).filter(
    (each) => !elements.has(each.id) && (!isSent || items.includes(itemOf(each))),
  );
  return {
    base: replaceElements(base, lastSeen, forgotten),
    guessed: [...guessed.filter((id) => !present.has(id)), ...forgotten.map(({ id }) => id)],
  };
};

type Named = Pick<ElementConflict, 'element' | 'id'>;

/** Returns the name that an element has in the items of a conflict. */
const itemOf = ({ element, id }: Named): string => `${element}:${id}`;

const named = ({ nodes, edges }: CanvasDocument): Named[] => [
  ...nodes.map(({ id }) => ({ element: 'node' as const, id })),
  ...edges.map(({ id }) => ({ element: 'edge' as const, id })),
];

const mergeDrawing = (
  store: Store,
  { id }: RecordRow,
  remote: Remote,
  { drawing: origin, sent }: Pick<Origin, 'drawing' | 'sent'>,
  modelIds: readonly string[],
): DrawingMerge | null => {
  const { documents } = store;
  const isAsSent = sent?.revision === documents.revision(id);
  if (origin && isAsSent && isDeepStrictEqual(remote['data'], sent.data)) {
    // Both sides still have exactly the sent drawing, so there is nothing to merge.
    documents.confirm(id, origin);
    return { items: [], theirs: origin, guessed: [], unsent: [], hasChanged: false };
  }
  const serviceDrawing = drawingFor(store, remote, modelIds);
  if (!serviceDrawing) {
    // The sent drawing has arrived, although the answer does not contain it, so it becomes the base.
    if (origin) documents.confirm(id, origin);
    return null;
  }
  const known = origin ?? documents.base(id) ?? emptyDocument;
  const translated = withLocalIds(store, serviceDrawing, modelIds, known);
  const theirs = withReferencesOf(store, translated, known);
  const conflict = store.conflicts.find('canvas', id);
  const { base, guessed } = withForgotten(known, Boolean(origin), conflict, theirs);
  const repairs = namesUnknownIds(store, serviceDrawing, modelIds) ? [componentIds] : [];
  const strip = withoutLost(store, serviceDrawing);
  const stripped = strip(theirs);
  const mine = documents.read(id);
  if (!mine) {
    documents.merge(id, stripped, stripped);
    return { items: [], theirs: stripped, guessed: [], unsent: repairs, hasChanged: true };
  }
  if (isDeepStrictEqual(mine, stripped)) {
    documents.confirm(id, stripped);
    return { items: [], theirs: stripped, guessed: [], unsent: repairs, hasChanged: false };
  }
  // If there is no base, an empty drawing is used, so that the merge keeps everything that either side
  // has.
  const merge = mergeCanvas(base, mine, theirs);
  const shown = strip(merge.shown);
  const hasChanged = !isDeepStrictEqual(shown, mine);
  if (hasChanged) {
    store.versions.saveBeforeMerge(id, mine);
    documents.merge(id, shown, strip(merge.base));
    noteLabels(store, mine, shown);
  } else documents.confirm(id, strip(merge.base));
  return {
    items: merge.conflicts.map(itemOf),
    theirs: stripped,
    guessed: guessed.filter((each) => merge.conflicts.some((one) => one.id === each)),
    unsent: isDeepStrictEqual(merge.sent, theirs) ? repairs : ['data', ...repairs],
    hasChanged,
  };
};

/**
 * Merges a record with the service's version: accepts what only one side changed, makes a conflict of
 * what both changed differently, and queues what the service lacks. Tells if the window has to show the
 * record anew.
 */
export const reconcile = (
  store: Store,
  stored: RecordRow,
  { remote, etag }: Version,
  known: Origin | null = null,
): boolean => {
  const { kind } = stored;
  const row = {
    ...stored,
    local: withAdditions(kind, stored.local),
    base: stored.base && withAdditions(kind, stored.base),
  };
  const theirs = remoteValues(remote);
  const origin = known
    ? { ...known, values: withAdditions(kind, known.values) }
    : unansweredBase(store, row, theirs, () => remoteDrawing(store, remote));
  const { longTexts, updateFields } = sentOf[kind];
  // Fields that a short form of the record leaves out count as unchanged. A field that an update cannot
  // send is not merged, but always takes the service's value.
  const fields = updateFields.filter((field) => theirs[field] !== undefined);
  const base = origin?.values ?? row.base;
  const merge = mergeRecord(
    base && pick(base, fields),
    pick(row.local, fields),
    pick(theirs, fields),
    longTexts,
  );
  const next: RecordRow = {
    ...row,
    local: { ...row.local, ...theirs, ...merge.shown },
    base: withoutLacking(kind, nextBase({ ...base, ...theirs }, merge), {
      ...stored.base,
      ...theirs,
    }),
    etag,
  };
  const hasChanged = !isDeepStrictEqual(withoutTime(row.local), withoutTime(next.local));
  // Read before the record is stored, because somebody may have moved the canvas.
  const modelIds = kind === 'canvas' ? modelsHere(store, remote) : [];
  store.records.put(next);
  if (kind === 'component') noteTitle(store, row, next);
  const drawing =
    kind === 'canvas'
      ? mergeDrawing(store, row, remote, origin ?? { drawing: null }, modelIds)
      : null;
  const inConflict = new Set(merge.conflicts.map(({ field }) => field));
  noteConflict(store, next, theirs, [...inConflict], drawing);
  const unsent = fields.filter(
    (field) => !inConflict.has(field) && !isDeepStrictEqual(merge.shown[field], theirs[field]),
  );
  queueUnsent(store, next, [...unsent, ...(drawing?.unsent ?? [])]);
  return hasChanged || (drawing?.hasChanged ?? false);
};

/**
 * Removes from the base those additions to the specification that the service has never returned, so
 * that updates do not send them.
 */
const withoutLacking = (kind: RecordKind, base: Values, seen: Values): Values =>
  Object.fromEntries(Object.entries(base).filter(([field]) => !lacksAddition(kind, seen, field)));

/**
 * Returns the base of the next merge. A field in conflict keeps its origin. If the origin is unknown,
 * the base does not have the field.
 */
const nextBase = (known: Values, { base, conflicts }: RecordMerge): Values => {
  const inConflict = new Set(conflicts.map(({ field }) => field));
  const undisputed = Object.entries(known).filter(([field]) => !inConflict.has(field));
  return { ...Object.fromEntries(undisputed), ...base };
};

/** Stores the service's side of a conflict, or removes a conflict that no longer exists. */
const noteConflict = (
  store: Store,
  { kind, id, etag }: RecordRow,
  theirs: Values,
  fields: string[],
  drawing: DrawingMerge | null,
): void => {
  const known = store.conflicts.find(kind, id);
  const ofEdits = known && isOfEdits(known) ? known : null;
  const drawn = drawing ?? {
    items: known?.items.filter(isOfDrawing) ?? [],
    theirs: ofEdits?.drawing ?? null,
    guessed: ofEdits?.guessed ?? [],
  };
  const items = [...fields, ...drawn.items];
  if (items.length === 0) return store.conflicts.remove(kind, id);
  store.conflicts.put({
    kind,
    id,
    type: drawn.items.length > 0 ? 'canvas' : 'fields',
    items,
    theirs,
    drawing: drawn.theirs,
    etag,
    guessed: drawn.guessed,
  });
};

const isOfDrawing = (item: string): boolean => item.includes(':');

/**
 * Checks a conflict again after the person changed its record. Tells if the window has to show the
 * record anew.
 */
export const reconsider = (store: Store, kind: RecordKind, id: string): boolean => {
  const row = store.records.find(kind, id);
  const conflict = store.conflicts.find(kind, id);
  if (!row || !conflict || !isOfEdits(conflict)) return false;
  const data = conflict.drawing === null ? {} : { data: asSent(store, conflict.drawing) };
  const remote = { ...conflict.theirs, ...data, id };
  return reconcile(store, row, { remote, etag: conflict.etag });
};

import { parentKind, recordKinds, type RecordKind } from '#shared/records/record-kinds.ts';
import type { ConflictKey, EditedThereConflict } from '../store/conflicts.ts';
import type { DeleteSnapshot } from '../store/delete-snapshot.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
import { splitReference } from '../store/outbox.ts';
import type { RecordRow } from '../store/records.ts';
import type { Store } from '../store/store.ts';

/**
 * Creates a conflict for a record that was changed here and is missing at the service. The record
 * and its descendants stay until the person decides. Does nothing if the person has deleted the record
 * meanwhile.
 */
export const markMissing = ({ records, conflicts }: Store, { kind, id, type }: Absence): void => {
  if (records.has(kind, id)) conflicts.put({ kind, id, type, items: ['record'] });
};

/**
 * Returns the pending deletes, except those that were sent and then undone. Sync never sends an undone
 * delete again.
 */
export const wantedDeletes = ({ outbox, records }: Store): OutboxEntry[] =>
  outbox.deletes().filter(({ kind, id }) => !records.has(kind, id));

/** Returns the deletes that were sent and then undone. The service may have processed them. */
export const undoneDeletes = ({ outbox, records }: Store): OutboxEntry[] =>
  outbox.deletes().filter(({ kind, id }) => records.has(kind, id));

/** Returns the record and its ancestors, innermost first. */
export const lineOf = (store: Store, kind: RecordKind, id: string): RecordRow[] => {
  const line: RecordRow[] = [];
  let row = store.records.find(kind, id);
  while (row) {
    line.push(row);
    const kindOfParent = parentKind[row.kind];
    row = kindOfParent && row.parentId ? store.records.find(kindOfParent, row.parentId) : null;
  }
  return line;
};

/**
 * Tells if an undo restored the record or an ancestor, and the service may not have restored that record
 * yet.
 */
export const isReturning = (store: Store, kind: RecordKind, id: string): boolean =>
  lineOf(store, kind, id).some(
    // The records are in the store, so their deletes were undone.
    (row) => store.outbox.hasDelete(row.kind, row.id) || store.idMap.isReturning(row.kind, row.id),
  );

export const isMissingAtService = (type: ConflictKey['type'] | undefined): boolean =>
  type === 'deletedThere' || type === 'accessLost';

/**
 * Returns the nearest remaining ancestor of a deleted record, or `null` if this store has none of its
 * ancestors.
 */
export const holderOf = (store: Store, entry: OutboxEntry): RecordRow | null =>
  findHolders(store)(placeOf(entry));

/** The kind of a deleted record, and the local ID of the parent that it had. */
type Place = Pick<EditedThereConflict, 'kind' | 'parentId'>;

const placeOf = ({ kind, snapshot }: OutboxEntry): Place => ({
  kind,
  parentId: snapshot?.parentId ?? null,
});

/**
 * Returns a function that returns the nearest remaining ancestor of a deleted record, or `null`. It reads
 * the pending deletes and the conflicts at most once.
 */
export const findHolders = (store: Store): ((place: Place) => RecordRow | null) => {
  let around: Map<string, Place> | null = null;
  const holderIn = ({ kind, parentId }: Place): RecordRow | null => {
    const kindOfParent = parentKind[kind];
    if (kindOfParent === null || parentId === null) return null;
    const row = store.records.find(kindOfParent, parentId);
    if (row) return row;
    around ??= placesOfDeletes(store);
    const deleted = around.get(`${kindOfParent}:${parentId}`);
    return deleted ? holderIn(deleted) : null;
  };
  return holderIn;
};

/** Maps each deleted record (`kind:id`) to the place of the delete that removes it. */
const placesOfDeletes = (store: Store): Map<string, Place> => {
  const places = new Map<string, Place>();
  for (const { held, ...conflict } of store.conflicts.contestedDeletes()) {
    for (const reference of [`${conflict.kind}:${conflict.id}`, ...Object.keys(held)]) {
      places.set(reference, conflict);
    }
  }
  for (const [reference, entry] of deletesOf(wantedDeletes(store))) {
    places.set(reference, placeOf(entry));
  }
  return places;
};

/** Returns a function that tells if a deleted record was in one of these records. */
const wasIn = (store: Store, rows: readonly RecordRow[]): ((place: Place) => boolean) => {
  const references = new Set(rows.map(({ kind, id }) => `${kind}:${id}`));
  const holderIn = findHolders(store);
  return (place) => {
    const holder = holderIn(place);
    return holder !== null && references.has(`${holder.kind}:${holder.id}`);
  };
};

/** Returns the pending deletes of descendants of these records. */
export const deletesIn = (store: Store, rows: readonly RecordRow[]): OutboxEntry[] => {
  const isIn = wasIn(store, rows);
  return wantedDeletes(store).filter((entry) => isIn(placeOf(entry)));
};

/** Tells if a descendant of these records was deleted here, and the delete is pending or in conflict. */
const hasUnsentDeletes = (store: Store, rows: readonly RecordRow[]): boolean =>
  deletesIn(store, rows).length > 0 || store.conflicts.contestedDeletes().some(wasIn(store, rows));

/** Tells if the record or an ancestor is missing at the service and waits for a decision. */
export const awaitsDecision = (store: Store, kind: RecordKind, id: string): boolean =>
  store.conflicts.count() > 0 &&
  lineOf(store, kind, id).some((row) =>
    isMissingAtService(store.conflicts.find(row.kind, row.id)?.type),
  );

/** Tells if an ancestor of the deleted record is missing at the service and waits for a decision. */
export const deleteAwaitsDecision = (store: Store, entry: OutboxEntry): boolean =>
  deletesThatAwaitDecision(store)(entry);

/** Returns `deleteAwaitsDecision` for many deletes. It reads the pending deletes only once. */
export const deletesThatAwaitDecision = (store: Store): ((entry: OutboxEntry) => boolean) => {
  const holderIn = findHolders(store);
  return (entry) => {
    const holder = store.conflicts.count() > 0 ? holderIn(placeOf(entry)) : null;
    return holder !== null && awaitsDecision(store, holder.kind, holder.id);
  };
};

/** Returns the deleted record and its descendants. */
export const deletedWith = ({ kind, id, snapshot }: Deleted): Pick<RecordRow, 'kind' | 'id'>[] => [
  { kind, id },
  ...Object.keys(snapshot?.held ?? {}).map((reference) => {
    const [kindBelow, idBelow] = splitReference(reference);
    return { kind: kindBelow, id: idBelow };
  }),
];

/**
 * Ends the delete of a record that the service no longer has. Forgets the service IDs of the record and
 * its descendants. `wasMissing` tells if the service may have removed the record only together with an
 * ancestor. Keeps what an undo needs (see ended-deletes.ts).
 */
export const endDelete = (store: Store, entry: OutboxEntry, wasMissing: boolean): void => {
  store.outbox.finish(entry.seq);
  forgetDeleted(store, entry, wasMissing);
};

const forgetDeleted = (
  { idMap, endedDeletes }: Store,
  { kind, id, snapshot }: Deleted,
  wasMissing: boolean,
): void => {
  if (snapshot) {
    // The others were answered, and the service restores their records with the parent.
    const unanswered = snapshot.unanswered.filter(
      (create) => idMap.serviceId(create.kind, create.id) === null,
    );
    endedDeletes.keep({ kind, id, snapshot: { ...snapshot, unanswered } }, wasMissing);
  }
  for (const each of deletedWith({ kind, id, snapshot })) idMap.remove(each.kind, each.id);
};

/**
 * Ends a delete in conflict, because others deleted the record too. `wasMissing` has the same meaning as
 * in `endDelete`.
 */
export const endContested = (
  store: Store,
  conflict: EditedThereConflict,
  wasMissing: boolean,
): void => {
  const { kind, id, base, parentId, held, sent, followed, unanswered, contested } = conflict;
  store.conflicts.remove(kind, id);
  const snapshot: DeleteSnapshot = {
    base,
    drawing: null,
    parentId,
    etag: null,
    // Empty stamps and a missing drawing match no version of the service. So if the record comes back
    // with an ancestor, the delete becomes a conflict again.
    held: Object.fromEntries(Object.keys(held).map((reference) => [reference, ''])),
    sent,
    followed,
    unanswered,
    contested,
  };
  forgetDeleted(store, { kind, id, snapshot }, wasMissing);
};

/**
 * Removes a record that is missing at the service, and its descendants. If one of them has pending
 * changes or an open conflict, the function creates a conflict instead.
 */
export const removeAbsent = (store: Store, absence: Absence): void => {
  const { kind, id, type } = absence;
  const rows = store.records.subtree(kind, id);
  const isUnsent =
    rows.some((row) => store.outbox.forRecord(row.kind, row.id).length > 0) ||
    // If access was withdrawn, the service still has the descendants, so the delete of a descendant is
    // unsent work too.
    (type === 'accessLost' && hasUnsentDeletes(store, rows));
  const isContested = rows.some((row) => store.conflicts.find(row.kind, row.id) !== null);
  if (isUnsent || isContested) return markMissing(store, absence);
  for (const row of rows) forgetRecord(store, row);
};

export const forgetRecord = (store: Store, { kind, id }: Pick<RecordRow, 'kind' | 'id'>): void => {
  store.records.remove(kind, id);
  store.idMap.remove(kind, id);
  store.conflicts.remove(kind, id);
  if (kind === 'canvas') store.documents.remove(id);
  if (kind === 'collection' || kind === 'threatModel') store.downloads.remove(kind, id);
};

/**
 * Returns a function that tells if a delete must wait. A delete waits while a descendant has its own
 * pending delete, or has changes of others that the person did not know when deleting.
 */
export const deletesThatWait = (store: Store): ((entry: OutboxEntry) => boolean) => {
  const wanted = wantedDeletes(store).map(
    ({ kind, snapshot }) => `${parentKind[kind]}:${snapshot?.parentId}`,
  );
  const contested = store.conflicts.contestedDeletes().map(({ kind, id, parentId }) => ({
    reference: `${kind}:${id}`,
    around: `${parentKind[kind]}:${parentId}`,
  }));
  const around = new Set(wanted);
  return ({ kind, id, snapshot }) => {
    const stamps = snapshot?.held ?? {};
    const goes = [`${kind}:${id}`, ...Object.keys(stamps)];
    return (
      goes.some((reference) => around.has(reference)) ||
      contested.some((each) => goes.includes(each.around) && !Object.hasOwn(stamps, each.reference))
    );
  };
};

/** Sorts deletes or conflicts. Those of an ancestor come before those of its descendants. */
export const innermostLast = <Item extends { kind: RecordKind }>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => recordKinds.indexOf(one.kind) - recordKinds.indexOf(other.kind));

/** Maps `kind:id` to the innermost delete that removes the record. */
export type Deletes = ReadonlyMap<string, OutboxEntry>;

export const deletesOf = (deletes: readonly OutboxEntry[]): Deletes =>
  // An outer delete can have the descendants of an inner one too, because the person has seen a change of
  // others in them. The last entry of a key counts.
  new Map(
    innermostLast(deletes).flatMap((entry) =>
      [`${entry.kind}:${entry.id}`, ...Object.keys(entry.snapshot?.held ?? {})].map(
        (reference): [string, OutboxEntry] => [reference, entry],
      ),
    ),
  );

type Deleted = Pick<OutboxEntry, 'kind' | 'id' | 'snapshot'>;

/** A record missing at the service, and the reason: others deleted it, or access was lost. */
export type Absence = { kind: RecordKind; id: string; type: 'deletedThere' | 'accessLost' };

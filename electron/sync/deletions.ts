import { parentKind, type RecordKind } from '#shared/records/record-kinds.ts';
import type { ConflictKey, EditedThereConflict } from '../store/conflicts.ts';
import type { DeleteSnapshot } from '../store/delete-snapshot.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
import { splitReference } from '../store/outbox.ts';
import type { RecordRow } from '../store/records.ts';
import type { Store } from '../store/store.ts';

/**
 * Creates a conflict for a record that was changed here and is missing at the service. The record
 * and its descendants stay until the person decides.
 */
export const markMissing = (store: Store, { kind, id, type }: Absence): void =>
  store.conflicts.put({ kind, id, type, items: ['record'] });

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
export const isReturning = (store: Store, kind: RecordKind, id: string): boolean => {
  const undone = new Set(undoneDeletes(store).map((entry) => `${entry.kind}:${entry.id}`));
  return lineOf(store, kind, id).some(
    (row) => undone.has(`${row.kind}:${row.id}`) || store.idMap.isReturning(row.kind, row.id),
  );
};

export const isMissingAtService = (type: ConflictKey['type'] | undefined): boolean =>
  type === 'deletedThere' || type === 'accessLost';

/**
 * Returns the nearest remaining ancestor of a deleted record, or `null` if this store has none of its
 * ancestors.
 */
export const holderOf = (store: Store, { kind, snapshot }: Deleted): RecordRow | null =>
  holderIn(store, kind, snapshot?.parentId ?? null);

const holderIn = (store: Store, kind: RecordKind, parentId: string | null): RecordRow | null => {
  const kindOfParent = parentKind[kind];
  if (kindOfParent === null || parentId === null) return null;
  const row = store.records.find(kindOfParent, parentId);
  if (row) return row;
  const reference = `${kindOfParent}:${parentId}`;
  const around = deletesOf(wantedDeletes(store)).get(reference);
  if (around) return holderOf(store, around);
  const contested = store.conflicts
    .contestedDeletes()
    .find((each) => `${each.kind}:${each.id}` === reference || Object.hasOwn(each.held, reference));
  return contested ? holderIn(store, contested.kind, contested.parentId) : null;
};

/** Returns the nearest remaining ancestor of a record whose delete is in conflict. */
export const holderOfContested = (
  store: Store,
  { kind, parentId }: EditedThereConflict,
): RecordRow | null => holderIn(store, kind, parentId);

/** Returns the pending deletes of descendants of these records. */
export const deletesIn = (store: Store, rows: readonly RecordRow[]): OutboxEntry[] => {
  const references = new Set(rows.map(({ kind, id }) => `${kind}:${id}`));
  return wantedDeletes(store).filter((entry) => {
    const holder = holderOf(store, entry);
    return holder !== null && references.has(`${holder.kind}:${holder.id}`);
  });
};

/** Returns the conflicts about deleted descendants of these records. */
const contestedIn = (store: Store, rows: readonly RecordRow[]): EditedThereConflict[] => {
  const references = new Set(rows.map(({ kind, id }) => `${kind}:${id}`));
  return store.conflicts.contestedDeletes().filter((conflict) => {
    const holder = holderOfContested(store, conflict);
    return holder !== null && references.has(`${holder.kind}:${holder.id}`);
  });
};

/** Tells if the record or an ancestor is missing at the service and waits for a decision. */
export const awaitsDecision = (store: Store, kind: RecordKind, id: string): boolean =>
  store.conflicts.count() > 0 &&
  lineOf(store, kind, id).some((row) =>
    isMissingAtService(store.conflicts.find(row.kind, row.id)?.type),
  );

/** Tells if an ancestor of the deleted record is missing at the service and waits for a decision. */
export const deleteAwaitsDecision = (store: Store, entry: OutboxEntry): boolean => {
  const holder = store.conflicts.count() > 0 ? holderOf(store, entry) : null;
  return holder !== null && awaitsDecision(store, holder.kind, holder.id);
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
 * its descendants. `wasMissing` tells if the service did not show the record when the delete was to be
 * sent. Keeps what an undo needs (see ended-deletes.ts).
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

/** Ends a delete in conflict, because others deleted the record too. */
export const endContested = (store: Store, conflict: EditedThereConflict): void => {
  const { kind, id, base, parentId, held, unanswered, contested } = conflict;
  store.conflicts.remove(kind, id);
  const snapshot: DeleteSnapshot = {
    base,
    drawing: null,
    parentId,
    etag: null,
    // Empty stamps and a missing drawing match no version of the service. So if the record comes back
    // with an ancestor, the delete becomes a conflict again.
    held: Object.fromEntries(Object.keys(held).map((reference) => [reference, ''])),
    sent: [],
    followed: [],
    unanswered,
    contested,
  };
  forgetDeleted(store, { kind, id, snapshot }, true);
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
    (type === 'accessLost' && deletesIn(store, rows).length + contestedIn(store, rows).length > 0);
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

/** Maps `kind:id` to the delete that removes the record. */
export type Deletes = ReadonlyMap<string, OutboxEntry>;

export const deletesOf = (deletes: readonly OutboxEntry[]): Deletes =>
  new Map(
    deletes.flatMap((entry) =>
      [`${entry.kind}:${entry.id}`, ...Object.keys(entry.snapshot?.held ?? {})].map(
        (reference): [string, OutboxEntry] => [reference, entry],
      ),
    ),
  );

type Deleted = Pick<OutboxEntry, 'kind' | 'id' | 'snapshot'>;

/** A record missing at the service, and the reason: others deleted it, or access was lost. */
export type Absence = { kind: RecordKind; id: string; type: 'deletedThere' | 'accessLost' };

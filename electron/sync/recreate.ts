import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { Store } from '../store/store.ts';

/**
 * Removes the pending changes of a record and its descendants, because the service no longer has these
 * records. Their bases stay in case the records are restored.
 */
export const endPending = (store: Store, kind: RecordKind, id: string): void => {
  const { records, outbox, idMap, conflicts } = store;
  for (const row of records.subtree(kind, id)) {
    for (const entry of outbox.forRecord(row.kind, row.id)) outbox.finish(entry.seq);
    conflicts.remove(row.kind, row.id);
    idMap.remove(row.kind, row.id);
  }
};

/** Queues creates for a record that the service no longer has, and for its descendants. */
export const recreate = (store: Store, kind: RecordKind, id: string): void => {
  const { records, documents, outbox } = store;
  endPending(store, kind, id);
  for (const row of records.subtree(kind, id)) {
    records.put({ ...row, base: null, etag: null });
    if (row.kind === 'canvas') documents.forgetBase(row.id);
    outbox.create(row.kind, row.id);
  }
};

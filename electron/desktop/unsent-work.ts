import { recordKinds } from '#shared/desktop/records.ts';
import type { Store } from '../store/store.ts';

/** How many changes the service has not taken, what is in conflict included. */
export const countUnsent = (store: Store): number =>
  store.outbox.counts().waiting + store.conflicts.count();

/**
 * What would be lost with a store, for a file: each change that was not sent, and every record as
 * the person sees it, so that nothing has to be looked up elsewhere.
 */
export const unsentWork = (store: Store) => ({
  format: 'parapet-unsent-work',
  version: 1,
  exportedAt: store.now(),
  changes: store.outbox.all().map(({ kind, id, op, fields, setAside }) => ({
    kind,
    id,
    op,
    fields,
    refusal: setAside,
    values: store.records.find(kind, id)?.local ?? null,
  })),
  conflicts: store.conflicts.keys().map(({ kind, id }) => store.conflicts.find(kind, id)),
  records: recordKinds.flatMap((kind) =>
    store.records.all(kind).map(({ id, parentId, local }) => ({
      kind,
      id,
      parentId,
      values: local,
      ...(kind === 'canvas' && { drawing: store.documents.read(id) }),
    })),
  ),
});

import { recordKinds } from '#shared/records/record-kinds.ts';
import type { Work } from '../store/salvage.ts';
import type { Store } from '../store/store.ts';

/** Counts the changes that the service does not have, including conflicts. */
export const countUnsent = (store: Store): number =>
  store.outbox.counts().changes + store.conflicts.count();

export const countSalvaged = ({ entries, conflicts }: Work): number =>
  entries.length + conflicts.length;

export const workIn = ({ outbox, conflicts, records, documents }: Store): Work => ({
  entries: outbox.all(),
  conflicts: conflicts.keys().flatMap(({ kind, id }) => conflicts.find(kind, id) ?? []),
  records: recordKinds.flatMap(records.all),
  drawing: documents.read,
});

/**
 * Returns the content of a file with the work that would be lost with a store. The file has each pending
 * change, and every record as the person sees it, so it can be understood without the store.
 */
export const unsentWork = ({ entries, conflicts, records, drawing }: Work) => {
  const values = new Map(records.map(({ kind, id, local }) => [`${kind}:${id}`, local]));
  return {
    format: 'parapet-unsent-work',
    version: 1,
    exportedAt: new Date().toISOString(),
    changes: entries.map(({ kind, id, op, fields, rejection }) => ({
      kind,
      id,
      op,
      fields,
      refusal: rejection?.reason ?? null,
      values: values.get(`${kind}:${id}`) ?? null,
    })),
    conflicts,
    records: records.map(({ kind, id, parentId, local }) => ({
      kind,
      id,
      parentId,
      values: local,
      ...(kind === 'canvas' && { drawing: drawing(id) }),
    })),
  };
};

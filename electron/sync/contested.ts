import { parentKind } from '#shared/records/record-kinds.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
import type { Store } from '../store/store.ts';
import { deletesOf, wantedDeletes, type Deletes } from './deletions.ts';

/**
 * Pending deletes of records that others have changed. Maps the outbox position of each delete to
 * the changed records: `kind:id` and stamp, a short mark of the service's version (record-stamp.ts).
 */
export type Contested = Map<number, Record<string, string>>;

type Contest = { entry: OutboxEntry; reference: string; stamp: string };

/**
 * Marks a delete, and every pending delete of an ancestor, as contested: others have changed the record.
 */
export const contest = (
  contested: Contested,
  deletes: Deletes,
  { entry, reference, stamp }: Contest,
): void => {
  contested.set(entry.seq, { ...contested.get(entry.seq), [reference]: stamp });
  const around = deletes.get(`${parentKind[entry.kind]}:${entry.snapshot?.parentId}`);
  if (!around || contested.get(around.seq)?.[reference] === stamp) return;
  contest(contested, deletes, { entry: around, reference, stamp });
};

/** Contests the pending deletes of the ancestors of each record that has an open delete conflict. */
export const contestAroundConflicts = (store: Store, contested: Contested): void => {
  const deletes = deletesOf(wantedDeletes(store));
  for (const { kind, id, parentId } of store.conflicts.contestedDeletes()) {
    const entry = deletes.get(`${parentKind[kind]}:${parentId}`);
    const reference = `${kind}:${id}`;
    // The person has seen the change of others, and deletes the record anyway.
    if (!entry || Object.hasOwn(entry.snapshot?.held ?? {}, reference)) continue;
    contest(contested, deletes, { entry, reference, stamp: '' });
  }
};

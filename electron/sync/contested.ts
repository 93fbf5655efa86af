import { parentKind } from '#shared/records/record-kinds.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
import type { Store } from '../store/store.ts';
import { deletesOf, wantedDeletes, type Deletes } from './deletions.ts';

/**
 * Pending deletes that would remove changes of others. Maps the position of each delete in the outbox to
 * the changed records, and each changed record (`kind:id`) to a stamp, which identifies the service's
 * version (record-stamp.ts).
 */
export type Contested = Map<number, Record<string, string>>;

type Contest = { entry: OutboxEntry; reference: string; stamp: string };

/**
 * Marks a delete and all pending deletes of ancestors as contested, because others have changed the
 * record `reference`.
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

/** Contests each pending delete that would also remove a record whose own delete is in conflict. */
export const contestAroundConflicts = (store: Store, contested: Contested): void => {
  const deletes = deletesOf(wantedDeletes(store));
  for (const { kind, id, parentId } of store.conflicts.contestedDeletes()) {
    const entry = deletes.get(`${parentKind[kind]}:${parentId}`);
    const reference = `${kind}:${id}`;
    // If the delete snapshot has the record, the person has seen the change of others and deletes the
    // record anyway, so the delete is not contested.
    if (!entry || Object.hasOwn(entry.snapshot?.held ?? {}, reference)) continue;
    contest(contested, deletes, { entry, reference, stamp: '' });
  }
};

import { parentKind } from '#shared/desktop/records.ts';
import type { OutboxEntry } from '../store/outbox.ts';
import type { Store } from '../store/store.ts';
import { deletesOf, wantedDeletes, type Deletes } from './deletions.ts';

/**
 * Deletes of which others have changed something: by the place in the outbox, stamps of what is
 * different there, by `kind:id`.
 */
export type Contested = Map<number, Record<string, string>>;

type Contest = { entry: OutboxEntry; reference: string; stamp: string };

/** With a delete goes every other one that would take its record along. */
export const contest = (
  contested: Contested,
  deletes: Deletes,
  { entry, reference, stamp }: Contest,
): void => {
  contested.set(entry.seq, { ...contested.get(entry.seq), [reference]: stamp });
  const around = deletes.get(`${parentKind[entry.kind]}:${entry.ground?.parentId}`);
  if (!around || contested.get(around.seq)?.[reference] === stamp) return;
  contest(contested, deletes, { entry: around, reference, stamp });
};

/** What was deleted here and is contested contests the deletes of what holds it. */
export const contestAroundConflicts = (store: Store, contested: Contested): void => {
  const deletes = deletesOf(wantedDeletes(store));
  for (const { kind, id, type } of store.conflicts.keys()) {
    if (type !== 'editedThere') continue;
    const parentId = store.conflicts.find(kind, id)?.parentId;
    const entry = deletes.get(`${parentKind[kind]}:${parentId}`);
    const reference = `${kind}:${id}`;
    // The person knows of what is among it, and deletes it all the same.
    if (!entry || Object.hasOwn(entry.ground?.held ?? {}, reference)) continue;
    contest(contested, deletes, { entry, reference, stamp: '' });
  }
};

import type { Store } from '../store/store.ts';
import { awaitsDecision, isReturning } from './deletions.ts';
import { isOlder } from './is-older.ts';
import type { Seen } from './pages.ts';
import { readOrGone } from './read-or-gone.ts';
import type { Reading, ReadingParts } from './reading.ts';
import { UnfamiliarService, RestoredService } from './service-hold.ts';

/** Throws if the service no longer has any of the collections that this store has synced with it. */
export const assertKnownService = (store: Store, seen: Seen): void => {
  const known = store.records
    .all('collection')
    .filter(
      ({ id }) => !awaitsDecision(store, 'collection', id) && !isReturning(store, 'collection', id),
    )
    .flatMap(({ id }) => store.idMap.serviceId('collection', id) ?? []);
  if (seen && known.length > 0 && !known.some((id) => seen.has(id))) throw new UnfamiliarService();
};

/**
 * Throws if the service has an older version of a record than this store last saw, because the service
 * was then restored from a backup.
 */
export const assertNotOlder = async (
  { store, remote }: ReadingParts,
  { findings, take }: Reading,
): Promise<void> => {
  for (const { kind, id } of findings.older.splice(0)) {
    const serviceId = store.idMap.serviceId(kind, id);
    if (serviceId === null) continue;
    // The list may be outdated, because the record may have changed while the list was read. So the
    // record itself is read.
    const before = store.records.find(kind, id)?.base ?? null;
    const again = await readOrGone(() => remote.get(kind, serviceId));
    if (again === 'gone') continue;
    // A threat model that is read alone may have no `updated_at`. Then only the time in the list counts,
    // and that time was older than the base.
    if (again.remote['updated_at'] === undefined) throw new RestoredService();
    if (isOlder(again.remote, before)) throw new RestoredService();
    take(kind, [again]);
  }
};

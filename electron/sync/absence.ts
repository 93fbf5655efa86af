import type { RecordKind } from '#shared/records/record-kinds.ts';
import { refusalOf } from '../connection/refusal.ts';
import type { Store } from '../store/store.ts';
import { lineOf, type Absence } from './deletions.ts';
import type { RemoteRecords } from './endpoints.ts';
import { AlwaysChanged } from './outcome.ts';
import { readOrGone } from './read-or-gone.ts';

type Presence = 'there' | 'deleted' | 'hidden';

const timesToBelieve = 2;

/**
 * Returns what an error says about the presence of a collection, or `null` if it says nothing. Only our
 * service reports `deleted`. For a deleted collection, any other service answers as if access had been
 * withdrawn.
 */
const presenceIn = (error: unknown): Presence | null => {
  const refusal = refusalOf(error);
  if (!refusal || refusal.requiredScope !== null) return null;
  if (refusal.deleted) return 'deleted';
  return [403, 404, 410].includes(refusal.status) ? 'hidden' : null;
};

/**
 * A record that the service did not show. `serviceId` is `null` if this store knows no service ID for
 * it.
 */
type Missing = { kind: RecordKind; serviceId: string | null };

/**
 * Returns a function that finds out why the service does not show a record. Either the record was
 * deleted, or access to its collection was withdrawn. The function remembers the collections that the
 * service does not show, so it asks about each of them only once.
 */
export const createAbsence = (store: Store, remote: RemoteRecords) => {
  const presences = new Map<string, Presence>();

  /**
   * Throws `AlwaysChanged` if the service shows the record now, because the record is not missing then.
   * This happens if access was granted between the first read of the record and the read of its
   * collection.
   */
  const confirm = async ({ kind, serviceId }: Missing): Promise<void> => {
    if (serviceId === null) return;
    if ((await readOrGone(() => remote.get(kind, serviceId))) !== 'gone') throw new AlwaysChanged();
  };

  const ask = async (serviceId: string): Promise<Presence> => {
    let presence: Presence = 'there';
    for (let time = 0; time < timesToBelieve; time += 1) {
      try {
        await remote.get('collection', serviceId);
        return 'there';
      } catch (error) {
        const reported = presenceIn(error);
        if (!reported) throw error;
        presence = reported;
      }
    }
    return presence;
  };

  /**
   * Returns why the service does not show the record `missing`, which is the record `id`, or is or was
   * inside it. If the service does not show the whole collection, the result is about the collection.
   * Otherwise it is about the record `id`.
   */
  return async (kind: RecordKind, id: string, missing: Missing): Promise<Absence> => {
    const collection = lineOf(store, kind, id).at(-1);
    const serviceId =
      collection?.kind === 'collection' ? store.idMap.serviceId('collection', collection.id) : null;
    if (!collection || serviceId === null) return { kind, id, type: 'deletedThere' };
    const presence = presences.get(serviceId) ?? (await ask(serviceId));
    if (presence === 'there') {
      await confirm(missing);
      return { kind, id, type: 'deletedThere' };
    }
    presences.set(serviceId, presence);
    const type = presence === 'deleted' ? 'deletedThere' : 'accessLost';
    return { kind: 'collection', id: collection.id, type };
  };
};

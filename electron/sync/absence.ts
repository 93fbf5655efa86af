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
 * Returns what an error says about a collection. Only our service reports `deleted`. Other
 * services answer as if access were missing.
 */
const presenceIn = (error: unknown): Presence | null => {
  const refusal = refusalOf(error);
  if (!refusal || refusal.requiredScope !== null) return null;
  if (refusal.deleted) return 'deleted';
  return [403, 404, 410].includes(refusal.status) ? 'hidden' : null;
};

/** The record that the service did not show. */
type Missing = { kind: RecordKind; serviceId: string | null };

/**
 * Finds out why the service does not show a record: it was deleted, or access to its collection
 * was lost. Keeps the result for each collection that the service hides, so it is read only once.
 */
export const createAbsence = (store: Store, remote: RemoteRecords) => {
  const presences = new Map<string, Presence>();

  /**
   * Reads the record again, because access may have been granted after the first read and
   * before the collection was read.
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
   * Returns why the service does not show `missing`: either the record `id` or one that is
   * or was inside it.
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

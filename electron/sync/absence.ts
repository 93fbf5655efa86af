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
 * Reads the reason from an error. Only our service tells a deleted collection from one without
 * access.
 */
const standingIn = (error: unknown): Presence | null => {
  const refusal = refusalOf(error);
  if (!refusal || refusal.requiredScope !== null) return null;
  if (refusal.deleted) return 'deleted';
  return [403, 404, 410].includes(refusal.status) ? 'hidden' : null;
};

/** The record that the service did not show. */
type Missing = { kind: RecordKind; serviceId: string | null };

/**
 * Tells a deleted record from one in a collection without access, because access is granted by
 * collection. Sends one request for each collection that is missing too.
 */
export const createAbsence = (store: Store, remote: RemoteRecords) => {
  const presences = new Map<string, Presence>();

  /** Access may have been given back between the read of the record and that of its collection. */
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
        const said = standingIn(error);
        if (!said) throw error;
        presence = said;
      }
    }
    return presence;
  };

  /** Returns why the service does not show `missing`: the record `id`, or a record that is or was in it. */
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

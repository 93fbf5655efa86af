import type { RecordKind } from '#shared/desktop/records.ts';
import type { RecordRow } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { createAbsence } from './absence.ts';
import { markMissing } from './deletions.ts';
import type { RemoteRecords, Version } from './endpoints.ts';
import { isOlder } from './is-older.ts';
import { orGone } from './or-gone.ts';
import { WentBack } from './other-ground.ts';
import { reconcile } from './reconcile.ts';

type Dependencies = {
  store: Store;
  remote: RemoteRecords;
  changed: (kinds: RecordKind[]) => void;
};

/** Reading one record of the service before something is sent that touches it. */
export const createLook = ({ store, remote, changed }: Dependencies) => {
  /** `null` when the service does not have it, or does not show it any more. */
  const look = async (kind: RecordKind, serviceId: string): Promise<Version | null> => {
    const version = await orGone(() => remote.get(kind, serviceId));
    return version === 'gone' ? null : version;
  };

  return {
    look,

    /** The row with the service's version under what was changed here; `null` when it has none. */
    refreshed: async ({ kind, id }: RecordRow, serviceId: string): Promise<RecordRow | null> => {
      const version = await look(kind, serviceId);
      const absence = version ? null : await createAbsence(store, remote)(kind, id);
      const isNews = store.take(() => {
        const row = store.records.find(kind, id);
        if (version && row && isOlder(version.remote, row.base)) throw new WentBack();
        if (version) return row !== null && reconcile(store, row, version);
        if (row && absence) markMissing(store, absence);
        return row !== null;
      });
      if (isNews) changed([absence?.kind ?? kind]);
      return version && store.records.find(kind, id);
    },
  };
};

export type Look = ReturnType<typeof createLook>;

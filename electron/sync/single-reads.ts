import { recordKinds, type RecordKind } from '#shared/records/record-kinds.ts';
import type { RecordRow } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { createAbsence } from './absence.ts';
import { nameRestored } from './component-ids.ts';
import { isReturning, lineOf, markMissing, removeAbsent } from './deletions.ts';
import type { RemoteRecords, Version } from './endpoints.ts';
import { isOlder } from './is-older.ts';
import { changedWith } from './names.ts';
import type { Failure } from './outcome.ts';
import { readOrGone } from './read-or-gone.ts';
import { reconcile, remoteDrawing, remoteValues } from './reconcile.ts';
import { RestoredService } from './service-hold.ts';
import type { Origin } from './unanswered-base.ts';

/**
 * The failures that mean that the service cannot restore records. A service without the endpoint for
 * restoring answers 404 or 405, and some services answer another 4xx.
 */
const cannotRestore: ReadonlySet<Failure['kind']> = new Set(['gone', 'changed', 'refused']);

type Dependencies = {
  store: Store;
  remote: RemoteRecords;
  changed: (kinds: RecordKind[]) => void;
};

/** Reads single records of the service before a request that affects them is sent. */
export const createSingleReads = ({ store, remote, changed }: Dependencies) => {
  /** Reads a record. Returns `null` if the service does not have the record or no longer shows it. */
  const find = async (kind: RecordKind, serviceId: string): Promise<Version | null> => {
    const version = await readOrGone(() => remote.get(kind, serviceId));
    return version === 'gone' ? null : version;
  };

  /** Restores a record at the service. Returns `null` if the service cannot restore it. */
  const restore = async (kind: RecordKind, serviceId: string): Promise<Version | null> => {
    const version = await readOrGone(() => remote.restore(kind, serviceId), cannotRestore);
    return version === 'gone' ? null : version;
  };

  /**
   * Returns the outermost of these records that the service does not have. `own` is missing, and `around`
   * has its ancestors, innermost first.
   */
  const outermostGone = async ([own, ...around]: [
    RecordRow,
    ...RecordRow[],
  ]): Promise<RecordRow> => {
    let gone = own;
    for (const row of around) {
      const serviceId = store.idMap.serviceId(row.kind, row.id);
      const isCollection = row.kind === 'collection';
      if (isCollection || serviceId === null || (await find(row.kind, serviceId))) break;
      gone = row;
    }
    return gone;
  };

  /**
   * Returns the origin for merging a restored record that has no base, or `null` for other records. The
   * origin is the service's version, because nobody could change the record while it was deleted.
   */
  const originOf = ({ kind, id, base }: RecordRow, { remote: current }: Version): Origin | null => {
    const wasAway = store.idMap.isReturning(kind, id);
    if (wasAway) store.idMap.returned(kind, id);
    if (!wasAway || base !== null) return null;
    return { values: remoteValues(current), drawing: remoteDrawing(store, current) };
  };

  return {
    find,
    restore,

    /**
     * Tells if the service no longer has the record. The outermost missing record around it is then
     * removed here too, or becomes a conflict if something in it is unsent. If access was withdrawn
     * instead, returns false and creates a conflict for the collection of the record.
     */
    removeIfGone: async (kind: RecordKind, serviceId: string): Promise<boolean> => {
      if (await find(kind, serviceId)) return false;
      const id = store.idMap.localId(kind, serviceId);
      const [own, ...around] = id === null ? [] : lineOf(store, kind, id);
      if (!own) return true;
      if (isReturning(store, own.kind, own.id)) return false;
      const outermost = await outermostGone([own, ...around]);
      const absenceOf = createAbsence(store, remote);
      const absence = await absenceOf(outermost.kind, outermost.id, { kind, serviceId });
      const isHidden = absence.type === 'accessLost';
      store.take(() => (isHidden ? markMissing : removeAbsent)(store, absence));
      changed([...recordKinds]);
      return !isHidden;
    },

    /**
     * Reads a record, merges the service's version into it, and returns the merged record, or `null` if
     * the service does not have the record.
     */
    refreshed: async ({ kind, id }: RecordRow, serviceId: string): Promise<RecordRow | null> => {
      const before = store.records.find(kind, id)?.base ?? null;
      const seen = await find(kind, serviceId);
      const isAway = seen === null && store.idMap.isReturning(kind, id);
      const version = isAway ? await restore(kind, serviceId) : seen;
      const absenceOf = createAbsence(store, remote);
      const absence = version ? null : await absenceOf(kind, id, { kind, serviceId });
      const hasChanged = store.take(() => {
        const row = store.records.find(kind, id);
        if (version && row && isOlder(version.remote, row.base)) {
          if (isOlder(version.remote, before)) throw new RestoredService();
          // A newer version was read or written meanwhile, so the version that this request read is
          // ignored.
          return false;
        }
        if (row && isAway && version) nameRestored(store, kind, id);
        if (version) return row !== null && reconcile(store, row, version, originOf(row, version));
        if (row && absence) markMissing(store, absence);
        return row !== null;
      });
      if (hasChanged) changed(changedWith(absence?.kind ?? kind));
      return version && store.records.find(kind, id);
    },
  };
};

export type SingleReads = ReturnType<typeof createSingleReads>;

import { recordKinds, type RecordKind } from '#shared/records/record-kinds.ts';
import type { RecordRow } from '../store/records.ts';
import { createAbsence } from './absence.ts';
import {
  awaitsDecision,
  endContested,
  findHolders,
  isReturning,
  removeAbsent,
} from './deletions.ts';
import type { Taking } from './incoming.ts';
import type { Seen } from './pages.ts';
import { readOrGone } from './read-or-gone.ts';
import type { Reading, ReadingParts } from './reading.ts';
import { recreate } from './recreate.ts';

/**
 * Removes records that a complete reading did not list and that the service does not find by ID either,
 * and ends the conflicts about deletes of such records. If `taking` is `mine`, queues creates for the
 * records instead.
 */
export const removeMissing = async (
  { store, remote, changed }: ReadingParts,
  { seen }: Reading,
  taking: Taking,
): Promise<void> => {
  const { records, conflicts, idMap, downloads } = store;
  const absenceOf = createAbsence(store, remote);

  const isGone = async (kind: RecordKind, serviceId: string): Promise<boolean> =>
    (await readOrGone(() => remote.get(kind, serviceId))) === 'gone';

  /**
   * Returns the records that the reading did not list, each with its service ID. The reading covers only
   * the canvases of downloaded models, so other canvases are left out.
   */
  const missedOf = (kind: RecordKind, listed: NonNullable<Seen>) => {
    const models = downloads.ids('threatModel');
    return idMap.known(kind).filter(({ parentId, serviceId }) => {
      const wasAskedFor = kind !== 'canvas' || models.has(parentId ?? '');
      return wasAskedFor && !listed.has(serviceId);
    });
  };

  const mayComeBackWith = (ancestor: RecordRow | null): boolean =>
    ancestor !== null &&
    (awaitsDecision(store, ancestor.kind, ancestor.id) ||
      isReturning(store, ancestor.kind, ancestor.id));

  /** Ends conflicts about records that were deleted here and changed by others, and that are gone now. */
  const endContestedDeletes = async (): Promise<void> => {
    const holderIn = findHolders(store);
    for (const conflict of conflicts.contestedDeletes()) {
      const { kind, id } = conflict;
      // A collection that the service does not list may be one to which access was withdrawn.
      if (kind === 'collection') continue;
      const serviceId = idMap.serviceId(kind, id);
      if (serviceId === null || seen.get(kind)?.has(serviceId) !== false) continue;
      const holder = holderIn(conflict);
      if (mayComeBackWith(holder) || !(await isGone(kind, serviceId))) continue;
      const missing = { kind, serviceId };
      const absence = holder && (await absenceOf(holder.kind, holder.id, missing));
      if (absence?.type === 'accessLost') continue;
      store.take(() => {
        const current = conflicts.find(kind, id);
        // If the parent is still in the store, the service has it, because it is not missing.
        const hasParent = holder !== null && holder.id === conflict.parentId;
        if (current?.type === 'editedThere') endContested(store, current, !hasParent);
      });
      changed([kind]);
    }
  };

  for (const kind of recordKinds) {
    const listed = seen.get(kind);
    for (const { id, serviceId } of listed ? missedOf(kind, listed) : []) {
      if (!records.find(kind, id) || awaitsDecision(store, kind, id)) continue;
      if (isReturning(store, kind, id)) continue;
      if (!(await isGone(kind, serviceId))) continue;
      // Only a normal reading (`merge`) asks the service why the record is missing. If the person has
      // chosen a side for a restored service, that choice alone decides what happens to the record.
      const absence = taking === 'merge' ? await absenceOf(kind, id, { kind, serviceId }) : null;
      store.take(() => {
        if (taking === 'mine') recreate(store, kind, id);
        else removeAbsent(store, absence ?? { kind, id, type: 'deletedThere' });
      });
      changed([...recordKinds]);
    }
  }
  if (taking === 'merge') await endContestedDeletes();
};

import { recordKinds, type RecordKind } from '#shared/desktop/records.ts';
import { createAbsence } from './absence.ts';
import { awaitsDecision, removeMissingThere } from './deletions.ts';
import type { Taking } from './incoming.ts';
import { orGone } from './or-gone.ts';
import type { Seen } from './pages.ts';
import type { Reading, ReadingParts } from './reading.ts';
import { makeAgain } from './settle.ts';

/** What a complete reading missed, and what is not there when it is asked for by itself. */
export const removeMissing = async (
  { store, remote, changed }: ReadingParts,
  { seen }: Reading,
  taking: Taking,
): Promise<void> => {
  const { records, idMap, kept } = store;
  const absenceOf = createAbsence(store, remote);

  const isGone = async (kind: RecordKind, serviceId: string): Promise<boolean> =>
    (await orGone(() => remote.get(kind, serviceId))) === 'gone';

  /** The records that were not seen, with the service's id; of canvases those that were asked for. */
  const missedOf = (kind: RecordKind, there: NonNullable<Seen>) => {
    const models = kept.ids('threatModel');
    return idMap.known(kind).filter(({ parentId, serviceId }) => {
      const wasAskedFor = kind !== 'canvas' || models.has(parentId ?? '');
      return wasAskedFor && !there.has(serviceId);
    });
  };

  for (const kind of recordKinds) {
    const there = seen.get(kind);
    for (const { id, serviceId } of there ? missedOf(kind, there) : []) {
      if (!records.find(kind, id) || awaitsDecision(store, kind, id)) continue;
      if (!(await isGone(kind, serviceId))) continue;
      // An older state was chosen: what it lacks is not there yet.
      const absence = taking === 'merge' ? await absenceOf(kind, id) : null;
      store.take(() => {
        if (taking === 'mine') makeAgain(store, kind, id);
        else removeMissingThere(store, absence ?? { kind, id, type: 'deletedThere' });
      });
      changed([...recordKinds]);
    }
  }
};

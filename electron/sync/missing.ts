import { recordKinds, type RecordKind } from '#shared/desktop/records.ts';
import { awaitsDecision, removeDeletedThere } from './deletions.ts';
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
      store.take(() => {
        if (taking === 'mine') makeAgain(store, kind, id);
        else removeDeletedThere(store, kind, id);
      });
      changed([...recordKinds]);
    }
  }
};

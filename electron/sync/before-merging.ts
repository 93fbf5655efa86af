import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { Store } from '../store/store.ts';
import type { RemoteRecords } from './endpoints.ts';

/**
 * Called with the ID of a canvas before an answer of the service is merged into that canvas. No other
 * code runs between the end of this call and the merge. The promise must not reject.
 */
export type BeforeMerge = (canvasId: string) => Promise<void>;

/**
 * Returns a function that wraps `RemoteRecords`. The wrapper calls `beforeMerge` before it returns an
 * answer that may change a canvas.
 */
export const beforeMerging = (
  { localId }: Pick<Store['idMap'], 'localId'>,
  beforeMerge: BeforeMerge,
) => {
  const announced = async <Answer>(
    kind: RecordKind,
    serviceId: string,
    answer: Promise<Answer>,
  ): Promise<Answer> => {
    const result = await answer;
    const id = kind === 'canvas' ? localId(kind, serviceId) : null;
    if (id !== null) await beforeMerge(id);
    return result;
  };
  return (remote: RemoteRecords): RemoteRecords => ({
    ...remote,
    get: (kind, id, known) => announced(kind, id, remote.get(kind, id, known)),
    update: (kind, input, ifMatch) =>
      announced(kind, input.id, remote.update(kind, input, ifMatch)),
    restore: (kind, id) => announced(kind, id, remote.restore(kind, id)),
  });
};

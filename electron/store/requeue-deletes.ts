import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { Conflicts } from './conflicts.ts';
import type { DeleteSnapshot } from './delete-snapshot.ts';
import type { EndedDeletes } from './ended-deletes.ts';
import type { IdMap } from './id-map.ts';
import { splitReference, type Outbox } from './outbox.ts';
import type { RecordRow, Records } from './records.ts';

type Parts = {
  records: Records;
  outbox: Outbox;
  idMap: IdMap;
  conflicts: Conflicts;
  endedDeletes: EndedDeletes;
};

/** Queues deletes again that ended because a deleted ancestor of the records was missing too. */
export const createRequeueDeletes = ({
  records,
  outbox,
  idMap,
  conflicts,
  endedDeletes,
}: Parts) => {
  /**
   * Gives a deleted record and its descendants their former service IDs again, because the service
   * restores them together with an ancestor.
   */
  const takeBackIds = ({
    kind,
    id,
    held,
  }: Pick<RecordRow, 'kind' | 'id'> & Pick<DeleteSnapshot, 'held'>): void => {
    const below = Object.keys(held).map(splitReference);
    for (const [each, eachId] of [[kind, id] as const, ...below]) {
      if (idMap.serviceId(each, eachId) === null) idMap.takeBack(each, eachId);
    }
  };

  /**
   * Call when the service has a record again that was missing. Queues the deletes in this record again
   * that sync did not have to send, because the service has these records again too.
   */
  const requeueDeletesIn = (kind: RecordKind, id: string): void => {
    for (const { snapshot, ...child } of endedDeletes.takeMissingIn(kind, id)) {
      const isQueued = outbox.hasDelete(child.kind, child.id);
      if (isQueued || records.has(child.kind, child.id)) continue;
      takeBackIds({ ...child, held: snapshot.held });
      outbox.requeueDelete(child, snapshot);
      for (const reference of [`${child.kind}:${child.id}`, ...Object.keys(snapshot.held)]) {
        requeueDeletesIn(...splitReference(reference));
      }
    }
  };

  /** Call when others have restored a record that was deleted here, and the store has the record again. */
  const cameBack = (kind: RecordKind, id: string): void => {
    const contested = endedDeletes.cameBack(kind, id);
    for (const each of conflicts.reopen(contested, records.has)) takeBackIds(each);
    requeueDeletesIn(kind, id);
  };

  return { takeBackIds, requeueDeletesIn, cameBack };
};

export type RequeueDeletes = ReturnType<typeof createRequeueDeletes>;

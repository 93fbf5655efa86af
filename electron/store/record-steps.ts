import { isDeepStrictEqual } from 'node:util';
import type { CanvasChange } from '#shared/canvas/operation.ts';
import type { DrawingChange } from '#shared/desktop/change.ts';
import { contentNames } from '#shared/records/record-fields.ts';
import { descendantKinds, parentKind, type RecordKind } from '#shared/records/record-kinds.ts';
import { fieldValues } from '#shared/records/record-values.ts';
import type { CanvasDocuments } from './canvas-documents.ts';
import type { CanvasOrder } from './canvas-order.ts';
import type { Conflicts } from './conflicts.ts';
import type { DeleteSnapshot } from './delete-snapshot.ts';
import type { Downloads } from './downloads.ts';
import type { EndedDeletes } from './ended-deletes.ts';
import type { IdMap } from './id-map.ts';
import type { NeverSeen } from './never-seen.ts';
import type { Outbox } from './outbox.ts';
import type { Preferences } from './preferences.ts';
import { stampOf } from './record-stamp.ts';
import type { RecordStep } from './record-step.ts';
import type { RecordRow, Records, Values } from './records.ts';
import type { RequeueDeletes } from './requeue-deletes.ts';
import type { SearchIndex } from './search-index.ts';

export type StepParts = {
  records: Records;
  documents: CanvasDocuments;
  canvasOrder: CanvasOrder;
  outbox: Outbox;
  idMap: IdMap;
  conflicts: Conflicts;
  endedDeletes: EndedDeletes;
  requeueDeletes: RequeueDeletes;
  downloads: Downloads;
  preferences: Pick<Preferences, 'wantFullReading'>;
  searchIndex: Pick<SearchIndex, 'together'>;
  neverSeen: NeverSeen;
  now: () => string;
};

/**
 * Applies the record changes of a gesture, queues them for the service, and returns their inverse.
 */
export const createRecordSteps = (parts: StepParts) => {
  const { records, documents, canvasOrder, outbox, idMap, conflicts } = parts;
  const { endedDeletes, downloads, preferences, searchIndex, neverSeen } = parts;
  const { takeBackIds, requeueDeletesIn } = parts.requeueDeletes;

  /**
   * Applies a change to a record that exists, queues it for the service, and returns its inverse steps.
   */
  const change = (step: Exclude<RecordStep, PutStep>): RecordStep[] => {
    switch (step.op) {
      case 'patch': {
        const row = records.find(step.kind, step.id);
        if (!row) return [];
        const fields = Object.keys(step.values);
        const before = fieldValues(step.kind, row.local, fields);
        const local = { ...row.local, ...step.values, updated_at: parts.now() };
        records.put({ ...row, local });
        outbox.update(step.kind, step.id, fields);
        return [{ ...step, values: before }];
      }
      case 'remove':
        return remove(step.kind, step.id);
      case 'order':
        return [{ ...step, canvasIds: canvasOrder.set(step.modelId, step.canvasIds) }];
    }
  };

  /**
   * Stores a record, which the store may have had before, and queues it for the service. `made` has the
   * versions of descendants in the deletes that the gesture has canceled (see `DeleteSnapshot`).
   */
  const put = (
    { kind, id, parentId, values, document, ...bases }: PutStep,
    parent: ParentOfPut,
    made: Map<string, Values>,
  ): void => {
    const hasServiceId = idMap.serviceId(kind, id) !== null;
    // A record whose delete was queued again has an ID already, although the service may lack the record.
    const isReturning = hasServiceId
      ? !records.has(kind, id) && idMap.isReturning(kind, id)
      : idMap.takeBack(kind, id);
    const isKnown = hasServiceId || isReturning;
    const snapshot = outbox.cancelDelete(kind, id);
    for (const [name, version] of Object.entries(snapshot?.made ?? {})) made.set(name, version);
    // Ends the conflict of the delete. If it stayed open, a later decision would overwrite what the
    // person edits meanwhile.
    const contested = conflicts.endDelete(kind, id);
    if (contested) preferences.wantFullReading();
    const ended = endedDeletes.take(kind, id);
    const deleted = snapshot ?? contested ?? ended;
    // A delete that was sent is not canceled, but its unanswered creates and its conflicts are pending again
    // too.
    const { unanswered, contested: inside } = deleted ?? outbox.takePending(kind, id);
    for (const create of unanswered) {
      if (idMap.serviceId(create.kind, create.id) === null) outbox.resume(create);
    }
    for (const each of conflicts.reopen(inside, records.has)) takeBackIds(each);
    if (isReturning) requeueDeletesIn(kind, id);
    const known = bases.base ?? snapshot?.base ?? made.get(`${kind}:${id}`) ?? null;
    const base = isKnown ? known : null;
    const documentBase = isKnown ? (bases.documentBase ?? snapshot?.drawing ?? null) : null;
    // Others have restored the parent, and may have changed what is in it. So a record without a base does
    // not count as unchanged since it was deleted.
    if (isReturning && base === null && parent === 'restoredByOthers') idMap.returned(kind, id);
    records.put({ kind, id, parentId, local: values, base, etag: null });
    if (document) documents.write(id, document, documentBase);
    if (kind === 'threatModel') downloads.markFetched(id);
    if (!isKnown) return outbox.create(kind, id);
    if (isReturning && parent === 'old') outbox.undoneDelete(kind, id, parentId);
    const changed = contentFields(kind).filter(
      (field) => field === 'data' || !isDeepStrictEqual(values[field], base?.[field]),
    );
    outbox.followAll({ kind, id }, deleted);
    // The update is queued even if no field differs, because a delete in flight may still remove the
    // record at the service. The record then has to be created again.
    outbox.update(kind, id, changed);
  };

  /**
   * Ends the conflicts of descendants that were deleted earlier, and returns them as a part of this
   * delete. Each of these descendants gets an empty stamp, which matches no version of the service. So
   * this delete becomes a conflict too.
   */
  const takeContested = (
    rows: readonly RecordRow[],
  ): Pick<DeleteSnapshot, 'held' | 'contested'> => {
    const references = new Set(rows.map(({ kind, id }) => `${kind}:${id}`));
    const contested = conflicts
      .contestedDeletes()
      .filter(({ kind, parentId }) => references.has(`${parentKind[kind]}:${parentId}`));
    const held: Record<string, string> = {};
    for (const conflict of contested) {
      Object.assign(held, conflict.held, { [`${conflict.kind}:${conflict.id}`]: '' });
      conflicts.remove(conflict.kind, conflict.id);
    }
    return { held, contested };
  };

  const snapshotOf = (
    rows: readonly RecordRow[],
    root: RecordRow,
    contested: Pick<DeleteSnapshot, 'held' | 'contested'>,
  ): Omit<DeleteSnapshot, 'unanswered' | 'followed'> => ({
    // If there is no base, for example because the create got no response, the service's version is
    // compared with what the person saw.
    base: root.base ?? root.local,
    drawing: root.kind === 'canvas' ? (documents.base(root.id) ?? documents.read(root.id)) : null,
    parentId: root.parentId,
    etag: root.etag,
    sent: outbox.sentOf(root.kind, root.id),
    held: {
      ...Object.fromEntries(
        rows.flatMap((row) => (row === root ? [] : [[`${row.kind}:${row.id}`, stampOf(row)]])),
      ),
      ...contested.held,
    },
    contested: contested.contested,
  });

  /** Tells if the service has a record. This is not known of a record that an undo has just restored. */
  const isAtService = ({ kind, id }: Pick<RecordRow, 'kind' | 'id'>): boolean =>
    idMap.serviceId(kind, id) !== null && !idMap.isReturning(kind, id);

  /** Tells if the service has or had a record. */
  const wasSent = ({ kind, id }: RecordRow): boolean =>
    (idMap.serviceId(kind, id) ?? idMap.formerServiceId(kind, id)) !== null;

  const remove = (kind: RecordKind, id: string): RecordStep[] => {
    const rows = records.subtree(kind, id);
    const back = rows.map((row) => putBack(documents, row));
    const [root] = rows;
    if (!root) return [];
    const snapshot = snapshotOf(rows, root, takeContested(rows));
    outbox.delete(kind, id, snapshot, idMap.serviceId(kind, id) !== null);
    const hasConflicts = conflicts.count() > 0;
    if (hasConflicts) {
      const components = rows.filter((row) => row.kind === 'component' && !wasSent(row));
      conflicts.unlink(new Set(components.map((row) => row.id)));
    }
    searchIndex.together(rows.length, () => {
      for (const row of rows) {
        records.remove(row.kind, row.id);
        // The new delete replaces an earlier one that was undone, or whose record others restored.
        endedDeletes.take(row.kind, row.id);
        if (hasConflicts) conflicts.remove(row.kind, row.id);
        if (row.kind === 'canvas') documents.remove(row.id);
      }
    });
    return back;
  };

  /**
   * Applies steps in sequence and collects their inverses in reverse order. Removing a new record also
   * removes its new descendants, so the descendants get no inverse of their own. Otherwise a gesture
   * with thousands of new records would take many times as long.
   */
  const begin = () => {
    const made = new Map<RecordKind, Map<string, NewParent>>();
    const madeMeanwhile = new Map<string, Values>();
    const back: RecordStep[][] = [];
    const parentOf = ({ kind, parentId }: PutStep): ParentOfPut => {
      const holder = parentKind[kind];
      if (holder === null || parentId === null) return 'old';
      return made.get(holder)?.get(parentId) ?? 'old';
    };
    const canTake = (step: RecordStep): boolean =>
      (step.op === 'put' && parentOf(step) !== 'old') || targetExists(step);

    const notePut = (step: PutStep, parent: ParentOfPut, isThere: boolean): void => {
      if (parent === 'old') back.push(removalOf(step));
      const ofKind = made.get(step.kind) ?? new Map<string, NewParent>();
      made.set(step.kind, ofKind.set(step.id, isThere ? 'restoredByOthers' : 'new'));
    };

    const takeOne = (step: RecordStep): void => {
      if (step.op === 'put') {
        const parent = parentOf(step);
        put(step, parent, madeMeanwhile);
        notePut(step, parent, parent === 'restoredByOthers' || isAtService(step));
      } else back.push(change(step));
      if (step.op === 'remove') made.clear();
    };

    return {
      /**
       * Applies steps. Returns those that were left out, because their record, or the parent of their new
       * record, does not exist.
       */
      take: (steps: readonly RecordStep[]): RecordStep[] => {
        const leftOut: RecordStep[] = [];
        const fresh = firstById(neverSeen(steps.filter(isPut)));
        let together: PutStep[] = [];
        const addTogether = (): void => {
          records.add(together.map(({ values, ...step }) => ({ ...step, local: values })));
          outbox.createAll(together);
          together = [];
        };
        for (const step of steps) {
          const isFresh = isPut(step) && fresh.get(nameOf(step)) === step;
          if (!isPut(step)) addTogether();
          if (!canTake(step)) leftOut.push(step);
          else if (isFresh && isRecordOnly(step)) {
            const parent = parentOf(step);
            together.push(step);
            notePut(step, parent, parent === 'restoredByOthers');
          } else {
            addTogether();
            takeOne(step);
            // A record that comes back may bring back requests and conflicts of its descendants.
            if (!isFresh) fresh.clear();
          }
        }
        addTogether();
        return leftOut;
      },
      back: (): RecordStep[] => back.toReversed().flat(),
    };
  };

  const takeAll = (steps: readonly RecordStep[]): RecordStep[] =>
    searchIndex.together(steps.length, () => {
      const gesture = begin();
      gesture.take(steps);
      return gesture.back();
    });

  const targetExists = (step: RecordStep): boolean => {
    if (step.op === 'order') return records.has('threatModel', step.modelId);
    if (step.op !== 'put') return records.has(step.kind, step.id);
    const kind = parentKind[step.kind];
    return kind === null || step.parentId === null || records.has(kind, step.parentId);
  };

  const queueDrawing = (canvasId: string): void => {
    const row = records.find('canvas', canvasId);
    if (!row) return;
    records.put({ ...row, local: { ...row.local, updated_at: parts.now() } });
    outbox.update('canvas', canvasId, ['data']);
  };

  return { begin, takeAll, targetExists, queueDrawing };
};

type PutStep = Extract<RecordStep, { op: 'put' }>;

const isPut = (step: RecordStep): step is PutStep => step.op === 'put';

/** Tells if nothing is stored for a new record but the record itself. */
const isRecordOnly = ({ kind, document }: PutStep): boolean =>
  document === null && kind !== 'threatModel';

const nameOf = ({ kind, id }: PutStep): string => `${kind}:${id}`;

/** A later put of the same record in one gesture has to find the record of the first. */
const firstById = (steps: readonly PutStep[]): Map<string, PutStep> =>
  new Map(steps.toReversed().map((step) => [nameOf(step), step]));

const removalOf = ({ kind, id }: PutStep): RecordStep[] => [{ op: 'remove', kind, id }];

/**
 * The parent of a record that a gesture puts. `new` and `restoredByOthers` are parents that the same gesture
 * puts. The service has a parent of the latter type already.
 */
type ParentOfPut = 'old' | NewParent;
type NewParent = 'new' | 'restoredByOthers';

const contentFields = (kind: RecordKind): string[] => [
  ...contentNames(kind),
  ...(kind === 'canvas' ? ['data'] : []),
];

/** Returns the step that restores the present state of a record after it was removed. */
export const putBack = (
  documents: Pick<CanvasDocuments, 'read' | 'base'>,
  { kind, id, parentId, local, base }: RecordRow,
): RecordStep => ({
  op: 'put',
  kind,
  id,
  parentId,
  values: local,
  document: kind === 'canvas' ? documents.read(id) : null,
  base,
  documentBase: kind === 'canvas' ? documents.base(id) : null,
});

/**
 * Returns the kinds of record that the window has to read again after these steps and changes of
 * drawings.
 */
export const kindsOf = (
  steps: readonly RecordStep[],
  drawings: readonly Pick<DrawingChange, 'operation'>[],
): RecordKind[] => {
  const kinds = steps.flatMap((step): RecordKind[] => {
    if (step.op === 'order') return ['canvas'];
    return step.op === 'remove' ? [step.kind, ...descendantKinds(step.kind)] : [step.kind];
  });
  if (drawings.length > 0) kinds.push('canvas');
  if (drawings.some(({ operation }) => operation.some(showsComponent))) kinds.push('component');
  return [...new Set(kinds)];
};

/**
 * Tells if the change may make a canvas show a component, so that the list of the canvas's components
 * changes.
 */
const showsComponent = (change: CanvasChange): boolean => {
  switch (change.kind) {
    case 'addNode':
      return change.node.data.componentId !== undefined;
    case 'addEdge':
      return change.edge.data?.componentId !== undefined;
    case 'setNode':
    case 'setEdge':
      return change.data !== undefined && 'componentId' in change.data;
    default:
      return false;
  }
};

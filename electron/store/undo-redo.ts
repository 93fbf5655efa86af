import type { DatabaseSync } from 'node:sqlite';
import { applicableOperation } from '#shared/canvas/applicable-operation.ts';
import type { DrawingChange, HistoryStep } from '#shared/desktop/change.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { ConflictEdits } from './conflict-edits.ts';
import { inTransaction } from './database.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { recordAncestors } from './record-ancestors.ts';
import type { RecordStep } from './record-step.ts';
import { createRecordSteps, kindsOf, putBack, type StepParts } from './record-steps.ts';

type Direction = 'undo' | 'redo';
type Replayed = { step: HistoryStep; kinds: RecordKind[] };
type Touched = { canvasIds: string[]; componentIds: string[] };

/**
 * The maximum number of records that are looked up to show where a step changed something. A step may
 * have thousands of records, and a few of them are enough.
 */
const maxLocatedRecords = 50;

/**
 * Undoes and redoes all parts of a gesture, except those that a merge made impossible, such as changes
 * to elements that others deleted.
 */
export const createUndoRedo = (
  parts: StepParts & {
    database: DatabaseSync;
    journal: Journal;
    noteConflictEdits: ConflictEdits;
  },
): ((scope: string, direction: Direction) => Replayed) => {
  const { database, records, documents, journal, noteConflictEdits } = parts;
  const { takeAll, targetExists, queueDrawing } = createRecordSteps(parts);

  const isCanvas = (id: string): boolean => records.has('canvas', id);

  /**
   * Returns the operation that undoes or redoes a change of a drawing, with its inverse. Leaves out the
   * parts that a merge made impossible. Returns `null` if nothing is left.
   */
  const leadingOf = (
    { canvasId, ...drawn }: DrawingChange,
    seq: number,
    direction: Direction,
  ): DrawingChange | null => {
    const [operation, inverse] =
      direction === 'undo' ? [drawn.inverse, drawn.operation] : [drawn.operation, drawn.inverse];
    if (seq > documents.mergedSeq(canvasId)) return { canvasId, operation, inverse };
    const document = documents.read(canvasId);
    const left = document ? applicableOperation(document, operation, inverse) : [];
    return left.length === 0 ? null : { canvasId, operation: left, inverse };
  };

  const drawingsOf = (
    { drawings, seq }: JournalEntry,
    steps: readonly RecordStep[],
    direction: Direction,
  ): DrawingChange[] => {
    const coming = new Set(steps.flatMap((step) => (step.op === 'put' ? [step.id] : [])));
    return drawings
      .filter(({ canvasId }) => isCanvas(canvasId) || coming.has(canvasId))
      .flatMap((drawing) => leadingOf(drawing, seq, direction) ?? []);
  };

  const touchedBy = (steps: readonly RecordStep[]): Touched => {
    const ancestors = steps
      .slice(0, maxLocatedRecords)
      .map((step) => (step.op === 'order' ? {} : recordAncestors(records, step.kind, step.id)));
    return {
      canvasIds: ancestors.flatMap(({ canvas }) => canvas ?? []),
      componentIds: ancestors.flatMap(({ component }) => component ?? []),
    };
  };

  const replay = (scope: string, entry: JournalEntry, direction: Direction): Replayed => {
    const { seq, label } = entry;
    const recorded = direction === 'undo' ? entry.recordInverse : entry.records;
    // Others may have restored a record meanwhile, and the person may have edited it since.
    const steps = recorded.map((step) => {
      const row = step.op === 'put' ? records.find(step.kind, step.id) : null;
      return row ? putBack(documents, row) : step;
    });
    const ready = drawingsOf(entry, steps, direction);
    const hadAny = entry.drawings.length > 0 || steps.length > 0;
    const isTargetDeleted = hadAny && ready.length === 0 && !steps.some(targetExists);
    const before = touchedBy(steps);
    const patches = steps.filter((step) => step.op === 'patch');
    noteConflictEdits({ patches, drawings: ready }, 'reopen');
    const recordInverse = takeAll(steps);
    if (direction === 'undo') journal.markUndone(seq, redoOf(entry, steps, recordInverse));
    else journal.markDone(seq, recordInverse);
    const drawings = ready.filter(({ canvasId }) => isCanvas(canvasId));
    for (const { canvasId } of drawings) queueDrawing(canvasId);
    if (drawings.length > 0) {
      journal.append({ scope, label, state: 'step', drawings, records: [], recordInverse: [] });
    }
    const after = touchedBy(steps);
    const canvasIds = new Set([
      ...drawings.map(({ canvasId }) => canvasId),
      ...after.canvasIds,
      ...before.canvasIds.filter(isCanvas),
    ]);
    const removed = before.canvasIds.filter((id) => !isCanvas(id));
    return {
      step: {
        label,
        isTargetDeleted,
        drawings: drawings.map(({ canvasId, operation }) => ({ canvasId, operation })),
        canvasIds: [...canvasIds],
        deletedCanvasIds: [...new Set(removed)],
        componentIds: [...new Set(after.componentIds)],
      },
      kinds: kindsOf(steps, drawings),
    };
  };

  return (scope, direction) =>
    inTransaction(database, () => {
      const entry = direction === 'undo' ? journal.nextUndo(scope) : journal.nextRedo(scope);
      return entry ? replay(scope, entry, direction) : { step: null, kinds: [] };
    });
};

/**
 * Returns new steps for the redo of an entry whose undo removes records. Returns `null` for any other
 * entry. The new steps create these records as they were before the undo, with all descendants and with
 * the last versions of the service. With the old steps, a redo would look like an edit that reverts the
 * changes of others.
 */
const redoOf = (
  entry: JournalEntry,
  undo: readonly RecordStep[],
  before: readonly RecordStep[],
): RecordStep[] | null => {
  if (!undo.some(({ op }) => op === 'remove')) return null;
  const puts = before.filter((step) => step.op === 'put');
  const latest = new Set(puts.map(({ kind, id }) => `${kind}:${id}`));
  return [
    ...puts,
    ...entry.records.filter((step) => step.op !== 'put' || !latest.has(`${step.kind}:${step.id}`)),
  ];
};

import type { DatabaseSync } from 'node:sqlite';
import { emptyDocument } from '#shared/canvas/document.ts';
import { grounded } from '#shared/canvas/grounded.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { Change, HistoryStep, RecordChange } from '#shared/desktop/change.ts';
import { contentSchemas, parentKind, type RecordKind } from '#shared/desktop/records.ts';
import { inTransaction } from './database.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { newRecordValues } from './new-record.ts';
import type { RecordStep } from './record-step.ts';
import { createRecordSteps, kindsOf, type StepParts } from './record-steps.ts';

/** A change that does not fit what is stored; nothing of it was kept. */
class InvalidChange extends Error {}

type Parts = StepParts & { database: DatabaseSync; journal: Journal };

/**
 * Every write of a person: the records, the drawing, the journal and the outbox in one transaction.
 * Each procedure answers with the kinds of record that changed.
 */
export const createChanges = (parts: Parts) => {
  const { database, records, documents, journal } = parts;
  const { take, takeAll, isThere, queueDrawing } = createRecordSteps(parts);

  const toStep = (change: RecordChange): RecordStep => {
    switch (change.op) {
      case 'create':
        return toPut(change);
      case 'update': {
        if (!records.find(change.kind, change.id)) throw new InvalidChange('the record is gone');
        const values = contentSchemas[change.kind].partial().parse(change.values);
        return { op: 'patch', kind: change.kind, id: change.id, values };
      }
      case 'delete':
        return { op: 'remove', kind: change.kind, id: change.id };
    }
  };

  const toPut = (change: Extract<RecordChange, { op: 'create' }>): RecordStep => {
    const { kind, id, parentId } = change;
    const held = parentKind[kind];
    if ((held === null) !== (parentId === null)) throw new InvalidChange('the parent is missing');
    const values = newRecordValues(kind, change.values, parts.now());
    const document = kind === 'canvas' ? (change.document ?? emptyDocument) : null;
    return { op: 'put', kind, id, parentId, values, document, base: null, documentBase: null };
  };

  const assertParent = (step: RecordStep): void => {
    if (step.op !== 'put' || step.parentId === null) return;
    const kind = parentKind[step.kind];
    if (kind && !records.find(kind, step.parentId)) throw new InvalidChange('the parent is gone');
  };

  const apply = (change: Change): RecordKind[] =>
    inTransaction(database, () => {
      const { canvas } = change;
      if (canvas && !records.find('canvas', canvas.canvasId)) {
        throw new InvalidChange('the canvas is gone');
      }
      const steps: RecordStep[] = [];
      const back: RecordStep[][] = [];
      for (const each of change.records) {
        const step = toStep(each);
        assertParent(step);
        steps.push(step);
        back.push(take(step));
      }
      if (canvas) queueDrawing(canvas.canvasId);
      journal.append({
        scope: change.scope,
        label: change.label,
        state: 'done',
        canvas: canvas ?? null,
        records: steps,
        recordInverse: back.toReversed().flat(),
      });
      return kindsOf(steps, canvas !== undefined);
    });

  /** Steps that the person decided on without making them by hand; they are undone like others. */
  const decide = ({ scope, label, steps, canvas }: Decision): RecordKind[] =>
    inTransaction(database, () => {
      const recordInverse = takeAll(steps);
      if (canvas) queueDrawing(canvas.canvasId);
      journal.append({ scope, label, state: 'done', canvas, records: [...steps], recordInverse });
      return kindsOf(steps, canvas !== null);
    });

  /** The drawing's part of an undo or redo, without what a merge has taken the ground from. */
  const canvasStep = (
    { canvas, seq }: JournalEntry,
    direction: 'undo' | 'redo',
  ): JournalEntry['canvas'] => {
    if (!canvas) return null;
    const { canvasId } = canvas;
    const [operation, inverse] =
      direction === 'undo'
        ? [canvas.inverse, canvas.operation]
        : [canvas.operation, canvas.inverse];
    if (seq > documents.mergedSeq(canvasId)) return { canvasId, operation, inverse };
    const document = documents.read(canvasId);
    if (!document) return null;
    const left = grounded(document, operation);
    return left.length === 0 ? null : { canvasId, operation: left, inverse };
  };

  const hasNoGround = (
    entry: JournalEntry,
    steps: readonly RecordStep[],
    canvas: JournalEntry['canvas'],
  ): boolean => {
    const hadAny = entry.canvas !== null || steps.length > 0;
    return hadAny && canvas === null && !steps.some(isThere);
  };

  const replay = (
    scope: string,
    entry: JournalEntry,
    direction: 'undo' | 'redo',
  ): { step: HistoryStep; kinds: RecordKind[] } => {
    const steps = direction === 'undo' ? entry.recordInverse : entry.records;
    const canvas = canvasStep(entry, direction);
    const groundGone = hasNoGround(entry, steps, canvas);
    const recordInverse = takeAll(steps);
    if (direction === 'undo') journal.markUndone(entry.seq);
    else journal.markDone(entry.seq, recordInverse);
    if (canvas) {
      queueDrawing(canvas.canvasId);
      const { label } = entry;
      journal.append({ scope, label, state: 'step', canvas, records: [], recordInverse: [] });
    }
    const step = {
      label: entry.label,
      groundGone,
      canvas: canvas && { canvasId: canvas.canvasId, operation: canvas.operation },
    };
    return { step, kinds: kindsOf(steps, canvas !== null) };
  };

  const travel = (scope: string, direction: 'undo' | 'redo') =>
    inTransaction(database, () => {
      const entry = direction === 'undo' ? journal.nextUndo(scope) : journal.nextRedo(scope);
      return entry ? replay(scope, entry, direction) : { step: null, kinds: [] };
    });

  return {
    apply,
    decide,
    undo: (scope: string) => travel(scope, 'undo'),
    redo: (scope: string) => travel(scope, 'redo'),
    history: (scope: string) => ({
      undo: journal.nextUndo(scope)?.label ?? null,
      redo: journal.nextRedo(scope)?.label ?? null,
    }),
  };
};

type Decision = {
  scope: string;
  label: string;
  steps: readonly RecordStep[];
  canvas: { canvasId: string; operation: CanvasOperation; inverse: CanvasOperation } | null;
};

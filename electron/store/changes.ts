import type { DatabaseSync } from 'node:sqlite';
import { emptyDocument } from '#shared/canvas/document.ts';
import {
  workspaceScope,
  type Change,
  type DrawingChange,
  type RecordChange,
  type SaidChange,
} from '#shared/desktop/change.ts';
import { contentSchemas, parentKind, type RecordKind } from '#shared/desktop/records.ts';
import { createConflictEdits } from './conflict-edits.ts';
import { inTransaction } from './database.ts';
import type { Deleted } from './deleted.ts';
import { createFollowUp } from './follow-up.ts';
import type { Journal } from './journal.ts';
import { newRecordValues } from './new-record.ts';
import type { RecordStep } from './record-step.ts';
import { createRecordSteps, kindsOf, type StepParts } from './record-steps.ts';
import { createTravel } from './travel.ts';

/** A change that does not fit what is stored; nothing of it was kept. */
class InvalidChange extends Error {}

type Parts = StepParts & { database: DatabaseSync; journal: Journal; deleted: Deleted };

/**
 * Every write of a person: the records, the drawings, the journal and the outbox in one transaction.
 * Each procedure answers with the kinds of record that changed.
 */
export const createChanges = (parts: Parts) => {
  const { database, records, journal, deleted } = parts;
  const { begin, takeAll, queueDrawing } = createRecordSteps(parts);
  const { withFollowUp, unlinking } = createFollowUp(parts);
  const noteConflictEdits = createConflictEdits(parts);
  const travel = createTravel({ ...parts, noteConflictEdits });

  const toStep = (change: Exclude<RecordChange, { op: 'restore' }>): RecordStep => {
    switch (change.op) {
      case 'create':
        return toPut(change);
      case 'update': {
        if (!records.has(change.kind, change.id)) throw new InvalidChange('the record is gone');
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

  /** Of all that are to be restored, so that the journal is read once. */
  const restoring = (
    changes: readonly RecordChange[],
  ): ((change: RecordChange) => RecordStep[]) => {
    const ids = changes.flatMap(({ op, id }) => (op === 'restore' ? [id] : []));
    const known = deleted.components(ids);
    return (change) => {
      if (change.op !== 'restore') return [toStep(change)];
      const steps = known.get(change.id);
      if (!steps) throw new InvalidChange('the component cannot be restored');
      return steps;
    };
  };

  const assertFits = ({ scope, drawings }: Change): void => {
    if (scope !== workspaceScope && !records.has('threatModel', scope)) {
      throw new InvalidChange('the threat model is gone');
    }
    if (drawings.some(({ canvasId }) => !records.has('canvas', canvasId))) {
      throw new InvalidChange('the canvas is gone');
    }
  };

  /** One after the other, because a record may be made in one that the next one hangs on. */
  const takeEach = (changes: readonly RecordChange[]) => {
    const steps: RecordStep[] = [];
    const gesture = begin();
    const stepsOf = restoring(changes);
    for (const each of changes) {
      for (const step of stepsOf(each)) {
        if (step.op === 'put' && !gesture.canTake(step))
          throw new InvalidChange('the parent is gone');
        steps.push(step);
        gesture.take(step);
      }
    }
    return { steps, back: gesture.back() };
  };

  const apply = (said: SaidChange): RecordKind[] =>
    inTransaction(database, () => {
      const change = withFollowUp({
        ...said,
        drawings: said.drawings ?? [],
        records: said.records ?? [],
      });
      assertFits(change);
      const patches = change.records.filter((each) => each.op === 'update');
      noteConflictEdits({ patches, drawings: change.drawings }, 'decide');
      const { scope, label, drawings, canvasOrder } = change;
      const { steps, back } = takeEach(change.records);
      const ordering: RecordStep[] = canvasOrder ? [{ op: 'order', ...canvasOrder }] : [];
      const orderBack = takeAll(ordering);
      for (const { canvasId } of drawings) queueDrawing(canvasId);
      journal.append({
        scope,
        label,
        state: 'done',
        drawings,
        records: [...steps, ...ordering],
        recordInverse: [...orderBack, ...back],
      });
      return kindsOf([...steps, ...ordering], drawings);
    });

  /** Steps that the person decided on without making them by hand; they are undone like others. */
  const decide = ({ scope, label, steps, drawings: drawn = [] }: Decision): RecordKind[] =>
    inTransaction(database, () => {
      const drawings = [...drawn, ...unlinking(steps)];
      const recordInverse = takeAll(steps);
      for (const { canvasId } of drawings) queueDrawing(canvasId);
      journal.append({ scope, label, state: 'done', drawings, records: [...steps], recordInverse });
      return kindsOf(steps, drawings);
    });

  return {
    apply,
    decide,
    undo: (scope: string) => travel(scope, 'undo'),
    redo: (scope: string) => travel(scope, 'redo'),
    history: journal.labels,
  };
};

type Decision = {
  scope: string;
  label: string;
  steps: readonly RecordStep[];
  drawings?: DrawingChange[];
};

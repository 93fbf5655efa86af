import type { DatabaseSync } from 'node:sqlite';
import { emptyDocument } from '#shared/canvas/document.ts';
import {
  workspaceScope,
  type Change,
  type DrawingChange,
  type RecordChange,
  type ChangeInput,
} from '#shared/desktop/change.ts';
import { parentKind, type RecordKind } from '#shared/records/record-kinds.ts';
import { contentSchemas } from '#shared/records/record-schemas.ts';
import { newRecordValues } from '#shared/records/record-values.ts';
import { createConflictEdits } from './conflict-edits.ts';
import { inTransaction } from './database.ts';
import type { Deleted } from './deleted.ts';
import { createFollowUp } from './follow-up.ts';
import type { Journal } from './journal.ts';
import { numberToKeep } from './number-to-keep.ts';
import type { RecordStep } from './record-step.ts';
import { createRecordSteps, kindsOf, type StepParts } from './record-steps.ts';
import { createUndoRedo } from './undo-redo.ts';
import type { createVersions } from './versions.ts';

/**
 * The error that is thrown if a change does not fit the stored records. No part of such a change is
 * stored.
 */
class InvalidChange extends Error {}

type Parts = StepParts & {
  database: DatabaseSync;
  journal: Journal;
  deleted: Deleted;
  versions: Pick<ReturnType<typeof createVersions>, 'stepsOf'>;
};

/**
 * Applies the changes of a person. Each change writes its records, drawings, journal entry, and outbox
 * entries in one transaction. `apply` and `decide` return the kinds of record that changed.
 */
export const createChanges = (parts: Parts) => {
  const { database, records, journal, deleted, versions, searchIndex } = parts;
  const { begin, takeAll, queueDrawing } = createRecordSteps(parts);
  const { withFollowUp, unlinking } = createFollowUp(parts);
  const noteConflictEdits = createConflictEdits(parts);
  const undoRedo = createUndoRedo({ ...parts, noteConflictEdits });

  const toStep = (change: PlainChange): RecordStep => {
    switch (change.op) {
      case 'create':
        return toPut(change);
      case 'update': {
        if (!records.has(change.kind, change.id))
          throw new InvalidChange('The record no longer exists.');
        const values = contentSchemas[change.kind].partial().parse(change.values);
        return { op: 'patch', kind: change.kind, id: change.id, values };
      }
      case 'delete':
        return { op: 'remove', kind: change.kind, id: change.id };
    }
  };

  const toPut = (change: Extract<RecordChange, { op: 'create' }>): RecordStep => {
    const { kind, id, parentId } = change;
    const kindOfParent = parentKind[kind];
    if ((kindOfParent === null) !== (parentId === null))
      throw new InvalidChange('The parent is missing.');
    const moved = numberToKeep(parts, change.movedFrom, parentId);
    const values = { ...newRecordValues(kind, change.values, parts.now()), ...moved };
    const document = kind === 'canvas' ? (change.document ?? emptyDocument) : null;
    return { op: 'put', kind, id, parentId, values, document, base: null, documentBase: null };
  };

  /**
   * Returns a function that returns the steps of a change. The deleted records that `changes` restore
   * are looked up here, all together, so that the journal is read only once.
   */
  const restoring = (
    changes: readonly RecordChange[],
  ): ((change: RecordChange) => RecordStep[]) => {
    const ids = changes.flatMap(({ op, id }) => (op === 'restore' ? [id] : []));
    const known = deleted.components(ids);
    const fromVersions = versions.stepsOf(
      changes.filter((change) => change.op === 'restoreVersion'),
    );
    return (change) => {
      if (isPlain(change)) return [toStep(change)];
      const steps = (change.op === 'restore' ? known : fromVersions).get(change.id);
      if (!steps) throw new InvalidChange('The record can’t be restored.');
      return steps;
    };
  };

  const assertFits = ({ scope, drawings }: Change): void => {
    if (scope !== workspaceScope && !records.has('threatModel', scope)) {
      throw new InvalidChange('The threat model no longer exists.');
    }
    if (drawings.some(({ canvasId }) => !records.has('canvas', canvasId))) {
      throw new InvalidChange('The canvas no longer exists.');
    }
  };

  /** Applies changes in order. Returns the steps and their inverse (`back`). */
  const takeEach = (changes: readonly RecordChange[]) => {
    const gesture = begin();
    const stepsOf = restoring(changes);
    const steps = inGroups(changes).flatMap((group) => {
      const next = group.flatMap(stepsOf);
      if (gesture.take(next).some(({ op }) => op === 'put'))
        throw new InvalidChange('The parent no longer exists.');
      return next;
    });
    return { steps, back: gesture.back() };
  };

  const apply = (input: ChangeInput): RecordKind[] =>
    inTransaction(database, () => {
      const change = withFollowUp({
        ...input,
        drawings: input.drawings ?? [],
        records: input.records ?? [],
        canvasOrders: input.canvasOrders ?? [],
      });
      assertFits(change);
      const patches = change.records.filter((each) => each.op === 'update');
      noteConflictEdits({ patches, drawings: change.drawings }, 'decide');
      const { scope, label, drawings, canvasOrders } = change;
      const { steps, back } = searchIndex.together(change.records.length, () =>
        takeEach(change.records),
      );
      const ordering = canvasOrders.map((order): RecordStep => ({ op: 'order', ...order }));
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

  /**
   * The decisions of `decideTogether`, merged into one step for each history, by scope. It is `null`
   * while `decideTogether` is not running.
   */
  let gathered: Map<string, JournalStep> | null = null;

  const appendStep = (step: JournalStep): void => {
    if (!gathered) return journal.append({ ...step, state: 'done' });
    const before = gathered.get(step.scope);
    gathered.set(step.scope, before ? inOneStep(before, step) : step);
  };

  /** Applies steps that follow from a decision of the person. Like any change, they can be undone. */
  const decide = ({ scope, label, steps, drawings: drawn = [] }: Decision): RecordKind[] =>
    inTransaction(database, () => {
      const drawings = [...drawn, ...unlinking(steps)];
      const recordInverse = takeAll(steps);
      for (const { canvasId } of drawings) queueDrawing(canvasId);
      appendStep({ scope, label, drawings, records: [...steps], recordInverse });
      return kindsOf(steps, drawings);
    });

  /**
   * Runs `work` and merges its decisions into one undo step for each history. Returns the scopes of
   * these histories.
   */
  const decideTogether = (work: () => void): string[] =>
    inTransaction(database, () => {
      const steps = new Map<string, JournalStep>();
      gathered = steps;
      try {
        work();
      } finally {
        gathered = null;
      }
      for (const step of steps.values()) appendStep(step);
      return [...steps.keys()];
    });

  return {
    apply,
    decide,
    decideTogether,
    undo: (scope: string) => undoRedo(scope, 'undo'),
    redo: (scope: string) => undoRedo(scope, 'redo'),
    history: journal.labels,
  };
};

/**
 * Groups consecutive creates, which are stored together. The steps of any other change depend on what the
 * changes before it have stored.
 */
const inGroups = (changes: readonly RecordChange[]): RecordChange[][] => {
  const groups: RecordChange[][] = [];
  let creates: RecordChange[] = [];
  for (const change of changes) {
    const isCreate = change.op === 'create' && change.movedFrom === undefined;
    if (isCreate && creates.length > 0) creates.push(change);
    else {
      creates = isCreate ? [change] : [];
      groups.push(isCreate ? creates : [change]);
    }
  }
  return groups;
};

type PlainChange = Exclude<RecordChange, { op: 'restore' | 'restoreVersion' }>;

const isPlain = (change: RecordChange): change is PlainChange =>
  change.op !== 'restore' && change.op !== 'restoreVersion';

type JournalStep = Omit<Parameters<Journal['append']>[0], 'state'>;

/** Merges two consecutive steps into one. */
const inOneStep = (first: JournalStep, then: JournalStep): JournalStep => {
  const drawings = new Map(first.drawings.map((drawing) => [drawing.canvasId, drawing]));
  for (const { canvasId, operation, inverse } of then.drawings) {
    const before = drawings.get(canvasId);
    drawings.set(canvasId, {
      canvasId,
      operation: [...(before?.operation ?? []), ...operation],
      inverse: [...inverse, ...(before?.inverse ?? [])],
    });
  }
  return {
    ...first,
    drawings: [...drawings.values()],
    records: [...first.records, ...then.records],
    recordInverse: [...then.recordInverse, ...first.recordInverse],
  };
};

type Decision = {
  scope: string;
  label: string;
  steps: readonly RecordStep[];
  drawings?: DrawingChange[];
};

import type { DatabaseSync } from 'node:sqlite';
import { emptyDocument } from '#shared/canvas/document.ts';
import type { Change, HistoryStep, RecordChange } from '#shared/desktop/change.ts';
import { contentSchemas, parentKind, type RecordKind } from '#shared/desktop/records.ts';
import type { CanvasDocuments } from './canvas-documents.ts';
import { inTransaction } from './database.ts';
import type { IdMap } from './id-map.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { newRecordValues } from './new-record.ts';
import type { Outbox } from './outbox.ts';
import type { RecordStep } from './record-step.ts';
import type { Records } from './records.ts';

/** A change that does not fit what is stored; nothing of it was kept. */
class InvalidChange extends Error {}

type Parts = {
  database: DatabaseSync;
  records: Records;
  documents: CanvasDocuments;
  journal: Journal;
  outbox: Outbox;
  idMap: IdMap;
  now: () => string;
};

/**
 * Every write of a person: the records, the drawing, the journal and the outbox in one transaction.
 * Each procedure answers with the kinds of record that changed.
 */
export const createChanges = (parts: Parts) => {
  const { database, records, documents, journal, outbox, idMap } = parts;

  /** Does a step, queues it for the service, and gives the steps that lead back. */
  const take = (step: RecordStep): RecordStep[] => {
    switch (step.op) {
      case 'put': {
        const { kind, id, parentId, document } = step;
        records.put({ kind, id, parentId, local: step.values, base: null });
        if (document) documents.write(id, document, null);
        outbox.cancelDelete(kind, id);
        if (idMap.serviceId(kind, id) === null) outbox.create(kind, id);
        else outbox.update(kind, id, contentFields(kind));
        return [{ op: 'remove', kind, id }];
      }
      case 'patch': {
        const row = records.find(step.kind, step.id);
        if (!row) return [];
        const fields = Object.keys(step.values);
        const before = Object.fromEntries(fields.map((field) => [field, row.local[field]]));
        const local = { ...row.local, ...step.values, updated_at: parts.now() };
        records.put({ ...row, local });
        outbox.update(step.kind, step.id, fields);
        return [{ ...step, values: before }];
      }
      case 'remove':
        return remove(step.kind, step.id);
    }
  };

  const remove = (kind: RecordKind, id: string): RecordStep[] => {
    const rows = records.subtree(kind, id);
    const back = rows.map((row): RecordStep => ({
      op: 'put',
      kind: row.kind,
      id: row.id,
      parentId: row.parentId,
      values: row.local,
      document: row.kind === 'canvas' ? documents.read(row.id) : null,
    }));
    for (const row of rows) {
      records.remove(row.kind, row.id);
      if (row.kind === 'canvas') documents.remove(row.id);
    }
    if (rows.length > 0) {
      const held = rows.slice(1).map((row) => `${row.kind}:${row.id}`);
      outbox.delete(kind, id, held, idMap.serviceId(kind, id) !== null);
    }
    return back;
  };

  /** The inverse of several steps is their inverses in reverse order. */
  const takeAll = (steps: readonly RecordStep[]): RecordStep[] =>
    steps.map(take).toReversed().flat();

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
    return { op: 'put', kind, id, parentId, values, document };
  };

  const assertParent = (step: RecordStep): void => {
    if (step.op !== 'put' || step.parentId === null) return;
    const kind = parentKind[step.kind];
    if (kind && !records.find(kind, step.parentId)) throw new InvalidChange('the parent is gone');
  };

  const queueDrawing = (canvasId: string): void => {
    const row = records.find('canvas', canvasId);
    if (!row) return;
    records.put({ ...row, local: { ...row.local, updated_at: parts.now() } });
    outbox.update('canvas', canvasId, ['data']);
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

  const replay = (
    scope: string,
    entry: JournalEntry,
    direction: 'undo' | 'redo',
  ): { step: HistoryStep; kinds: RecordKind[] } => {
    const steps = direction === 'undo' ? entry.recordInverse : entry.records;
    const recordInverse = takeAll(steps);
    const canvas = entry.canvas && {
      canvasId: entry.canvas.canvasId,
      operation: direction === 'undo' ? entry.canvas.inverse : entry.canvas.operation,
      inverse: direction === 'undo' ? entry.canvas.operation : entry.canvas.inverse,
    };
    if (direction === 'undo') journal.markUndone(entry.seq);
    else journal.markDone(entry.seq, recordInverse);
    if (canvas) {
      queueDrawing(canvas.canvasId);
      const { label } = entry;
      journal.append({ scope, label, state: 'step', canvas, records: [], recordInverse: [] });
    }
    const step = {
      label: entry.label,
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
    undo: (scope: string) => travel(scope, 'undo'),
    redo: (scope: string) => travel(scope, 'redo'),
    history: (scope: string) => ({
      undo: journal.nextUndo(scope)?.label ?? null,
      redo: journal.nextRedo(scope)?.label ?? null,
    }),
  };
};

const contentFields = (kind: RecordKind): string[] => [
  ...Object.keys(contentSchemas[kind].shape),
  ...(kind === 'canvas' ? ['data'] : []),
];

/** Deleting a record takes what it holds along, so every kind below is news too. */
const below: Record<RecordKind, RecordKind[]> = {
  collection: ['threatModel', 'canvas', 'component', 'threat', 'mitigation', 'comment'],
  threatModel: ['canvas', 'component', 'threat', 'mitigation', 'comment'],
  canvas: ['component', 'threat', 'mitigation', 'comment'],
  component: ['threat', 'mitigation', 'comment'],
  threat: ['mitigation', 'comment'],
  mitigation: [],
  comment: [],
};

const kindsOf = (steps: readonly RecordStep[], drawing: boolean): RecordKind[] => {
  const kinds = steps.flatMap((step) =>
    step.op === 'remove' ? [step.kind, ...below[step.kind]] : [step.kind],
  );
  return [...new Set(drawing ? [...kinds, 'canvas' as const] : kinds)];
};

import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { emptyDocument } from '#shared/canvas/document.ts';
import { grounded } from '#shared/canvas/grounded.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { Change, HistoryStep, RecordChange } from '#shared/desktop/change.ts';
import { contentSchemas, parentKind, type RecordKind } from '#shared/desktop/records.ts';
import type { CanvasDocuments } from './canvas-documents.ts';
import type { Conflicts } from './conflicts.ts';
import { inTransaction } from './database.ts';
import type { IdMap } from './id-map.ts';
import type { Journal, JournalEntry } from './journal.ts';
import type { Kept } from './kept.ts';
import { newRecordValues } from './new-record.ts';
import type { DeleteGround, Outbox } from './outbox.ts';
import type { RecordStep } from './record-step.ts';
import { stampOf } from './record-stamp.ts';
import type { RecordRow, Records } from './records.ts';

/** A change that does not fit what is stored; nothing of it was kept. */
class InvalidChange extends Error {}

type Parts = {
  database: DatabaseSync;
  records: Records;
  documents: CanvasDocuments;
  journal: Journal;
  outbox: Outbox;
  idMap: IdMap;
  conflicts: Conflicts;
  kept: Kept;
  now: () => string;
};

/**
 * Every write of a person: the records, the drawing, the journal and the outbox in one transaction.
 * Each procedure answers with the kinds of record that changed.
 */
export const createChanges = (parts: Parts) => {
  const { database, records, documents, journal, outbox, idMap, conflicts, kept } = parts;

  /** Does a step, queues it for the service, and gives the steps that lead back. */
  const take = (step: RecordStep): RecordStep[] => {
    switch (step.op) {
      case 'put': {
        if (!isThere(step)) return [];
        put(step);
        return [{ op: 'remove', kind: step.kind, id: step.id }];
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

  const put = ({ kind, id, parentId, values, document, ...was }: PutStep): void => {
    const isKnown = idMap.serviceId(kind, id) !== null;
    const ground = outbox.cancelDelete(kind, id);
    const base = isKnown ? (was.base ?? ground?.base ?? null) : null;
    const documentBase = isKnown ? (was.documentBase ?? ground?.drawing ?? null) : null;
    records.put({ kind, id, parentId, local: values, base, etag: null });
    if (document) documents.write(id, document, documentBase);
    if (kind === 'threatModel') kept.markFetched(id);
    if (!isKnown) return outbox.create(kind, id);
    const changed = contentFields(kind).filter(
      (field) => field === 'data' || !isDeepStrictEqual(values[field], base?.[field]),
    );
    // Also where nothing differs: its delete may be on its way, and then it is to be made again.
    outbox.update(kind, id, changed);
  };

  /**
   * What was deleted before from what goes now, and is still there because others changed it: no
   * stamp agrees with it, so this delete is contested as well.
   */
  const contestedIn = (rows: readonly RecordRow[]): Record<string, string> => {
    const references = new Set(rows.map(({ kind, id }) => `${kind}:${id}`));
    const found: Record<string, string> = {};
    for (const { kind, id, type } of conflicts.keys()) {
      const contested = type === 'editedThere' ? conflicts.find(kind, id) : null;
      if (!contested || !references.has(`${parentKind[kind]}:${contested.parentId}`)) continue;
      Object.assign(found, contested.held, { [`${kind}:${id}`]: '' });
      conflicts.remove(kind, id);
    }
    return found;
  };

  const groundOf = (rows: readonly RecordRow[], root: RecordRow): DeleteGround => ({
    base: root.base,
    drawing: root.kind === 'canvas' ? documents.base(root.id) : null,
    parentId: root.parentId,
    etag: root.etag,
    held: {
      ...Object.fromEntries(
        rows.flatMap((row) => (row === root ? [] : [[`${row.kind}:${row.id}`, stampOf(row)]])),
      ),
      ...contestedIn(rows),
    },
  });

  const remove = (kind: RecordKind, id: string): RecordStep[] => {
    const rows = records.subtree(kind, id);
    const back = rows.map((row): RecordStep => ({
      op: 'put',
      kind: row.kind,
      id: row.id,
      parentId: row.parentId,
      values: row.local,
      document: row.kind === 'canvas' ? documents.read(row.id) : null,
      base: row.base,
      documentBase: row.kind === 'canvas' ? documents.base(row.id) : null,
    }));
    const [root] = rows;
    if (!root) return [];
    outbox.delete(kind, id, groundOf(rows, root), idMap.serviceId(kind, id) !== null);
    for (const row of rows) {
      records.remove(row.kind, row.id);
      conflicts.remove(row.kind, row.id);
      if (row.kind === 'canvas') documents.remove(row.id);
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
    return { op: 'put', kind, id, parentId, values, document, base: null, documentBase: null };
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

  const isThere = (step: RecordStep): boolean => {
    if (step.op !== 'put') return records.find(step.kind, step.id) !== null;
    const kind = parentKind[step.kind];
    return kind === null || step.parentId === null || records.find(kind, step.parentId) !== null;
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

type PutStep = Extract<RecordStep, { op: 'put' }>;

type Decision = {
  scope: string;
  label: string;
  steps: readonly RecordStep[];
  canvas: { canvasId: string; operation: CanvasOperation; inverse: CanvasOperation } | null;
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

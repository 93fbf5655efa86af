import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { canvasOperationSchema, type CanvasOperation } from '#shared/canvas/operation.ts';
import { recordStepSchema, type RecordStep } from './record-step.ts';

const entryRow = z.object({
  seq: z.number(),
  label: z.string(),
  canvas_id: z.string().nullable(),
  operation: z.string().nullable(),
  inverse: z.string().nullable(),
  record_steps: z.string(),
  record_inverse: z.string(),
});

/**
 * One gesture: what it did to a canvas and to records, and what leads back. An entry a person made
 * is `done`, `undone`, or `dropped` (undone, and then something else was done). An undo or a redo
 * appends a `step`, because the drawing is the snapshot and every operation after it.
 */
export type JournalEntry = {
  seq: number;
  label: string;
  canvas: { canvasId: string; operation: CanvasOperation; inverse: CanvasOperation } | null;
  records: RecordStep[];
  recordInverse: RecordStep[];
};

type NewEntry = Omit<JournalEntry, 'seq'> & { scope: string; state: 'done' | 'step' };

const parseSteps = (text: string): RecordStep[] =>
  z.array(recordStepSchema).parse(JSON.parse(text));
export const parseOperation = (text: string): CanvasOperation =>
  canvasOperationSchema.parse(JSON.parse(text));

const toEntry = (raw: unknown): JournalEntry => {
  const row = entryRow.parse(raw);
  return {
    seq: row.seq,
    label: row.label,
    canvas:
      row.canvas_id !== null && row.operation !== null && row.inverse !== null
        ? {
            canvasId: row.canvas_id,
            operation: parseOperation(row.operation),
            inverse: parseOperation(row.inverse),
          }
        : null,
    records: parseSteps(row.record_steps),
    recordInverse: parseSteps(row.record_inverse),
  };
};

export const createJournal = (database: DatabaseSync) => {
  const insert = database.prepare(`
    INSERT INTO journal
      (scope, label, state, canvas_id, operation, inverse, record_steps, record_inverse)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const selectUndo = database.prepare(
    `SELECT * FROM journal WHERE scope = ? AND state = 'done' ORDER BY seq DESC LIMIT 1`,
  );
  const selectRedo = database.prepare(
    `SELECT * FROM journal WHERE scope = ? AND state = 'undone' ORDER BY seq LIMIT 1`,
  );
  const setState = database.prepare('UPDATE journal SET state = ? WHERE seq = ?');
  const setRecordInverse = database.prepare('UPDATE journal SET record_inverse = ? WHERE seq = ?');
  const dropUndone = database.prepare(
    `UPDATE journal SET state = 'dropped' WHERE scope = ? AND state = 'undone'`,
  );

  const newest = (statement: typeof selectUndo, scope: string): JournalEntry | null => {
    const row = statement.get(scope);
    return row ? toEntry(row) : null;
  };

  return {
    append: (entry: NewEntry): void => {
      if (entry.state === 'done') dropUndone.run(entry.scope);
      insert.run(
        entry.scope,
        entry.label,
        entry.state,
        entry.canvas?.canvasId ?? null,
        entry.canvas ? JSON.stringify(entry.canvas.operation) : null,
        entry.canvas ? JSON.stringify(entry.canvas.inverse) : null,
        JSON.stringify(entry.records),
        JSON.stringify(entry.recordInverse),
      );
    },
    nextUndo: (scope: string): JournalEntry | null => newest(selectUndo, scope),
    nextRedo: (scope: string): JournalEntry | null => newest(selectRedo, scope),
    markUndone: (seq: number): void => void setState.run('undone', seq),
    /** The way back is measured anew each time, because the ground may have changed. */
    markDone: (seq: number, recordInverse: RecordStep[]): void => {
      setState.run('done', seq);
      setRecordInverse.run(JSON.stringify(recordInverse), seq);
    },
  };
};

export type Journal = ReturnType<typeof createJournal>;

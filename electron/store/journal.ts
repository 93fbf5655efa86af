import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { canvasOperationSchema, type CanvasOperation } from '#shared/canvas/operation.ts';
import type { DrawingChange } from '#shared/desktop/change.ts';
import { recordStepSchema, type RecordStep } from './record-step.ts';
import type { SearchIndex } from './search-index.ts';

/** The minimum number of steps that a history keeps. */
export const historyLength = 1000;
const minNewSteps = 100;

const entryRow = z.object({
  seq: z.number(),
  label: z.string(),
  record_steps: z.string(),
  record_inverse: z.string(),
});
const drawingRow = z.object({
  canvas_id: z.string(),
  operation: z.string(),
  inverse: z.string(),
});

/**
 * One gesture: its changes to drawings and records, and their inverse. The entry of a person's change
 * has the state `done`. An undo sets the state `undone`. If another change follows the undo, the state
 * becomes `dropped`. An undo or redo of a drawing also appends an entry with the state `step`, because a
 * drawing consists of its snapshot and every operation after the snapshot.
 */
export type JournalEntry = {
  seq: number;
  label: string;
  drawings: DrawingChange[];
  records: RecordStep[];
  recordInverse: RecordStep[];
};

type NewEntry = Omit<JournalEntry, 'seq'> & { scope: string; state: 'done' | 'step' };

const parseSteps = (text: string): RecordStep[] =>
  z.array(recordStepSchema).parse(JSON.parse(text));
export const parseOperation = (text: string): CanvasOperation =>
  canvasOperationSchema.parse(JSON.parse(text));

const toDrawing = (raw: unknown): DrawingChange => {
  const row = drawingRow.parse(raw);
  return {
    canvasId: row.canvas_id,
    operation: parseOperation(row.operation),
    inverse: parseOperation(row.inverse),
  };
};

export const createJournal = (database: DatabaseSync, searchIndex: Pick<SearchIndex, 'follow'>) => {
  const insert = database.prepare(`
    INSERT INTO journal (scope, label, state, record_steps, record_inverse)
    VALUES (?, ?, ?, ?, ?) RETURNING seq`);
  const insertDrawing = database.prepare(`
    INSERT INTO journal_drawing (seq, canvas_id, operation, inverse) VALUES (?, ?, ?, ?)`);
  const selectDrawings = database.prepare(
    'SELECT canvas_id, operation, inverse FROM journal_drawing WHERE seq = ? ORDER BY rowid',
  );
  const selectUndo = database.prepare(
    `SELECT * FROM journal WHERE scope = ? AND state = 'done' ORDER BY seq DESC LIMIT 1`,
  );
  const selectRedo = database.prepare(
    `SELECT * FROM journal WHERE scope = ? AND state = 'undone' ORDER BY seq LIMIT 1`,
  );
  const setState = database.prepare('UPDATE journal SET state = ? WHERE seq = ?');
  const setRecordInverse = database.prepare('UPDATE journal SET record_inverse = ? WHERE seq = ?');
  const setRecords = database.prepare('UPDATE journal SET record_steps = ? WHERE seq = ?');
  const dropUndone = database.prepare(
    `UPDATE journal SET state = 'dropped' WHERE scope = ? AND state = 'undone'`,
  );

  const selectLabel = {
    undo: database.prepare(
      `SELECT label FROM journal WHERE scope = ? AND state = 'done' ORDER BY seq DESC LIMIT 1`,
    ),
    redo: database.prepare(
      `SELECT label FROM journal WHERE scope = ? AND state = 'undone' ORDER BY seq LIMIT 1`,
    ),
  };
  const newestSeq = database.prepare('SELECT coalesce(max(seq), 0) AS seq FROM journal');
  // A merge of a file whose journal entry is missing counts as not undone (see import-bases.ts). So the
  // bases of dropped merges are deleted before their entries.
  const removeUndoneBases = database.prepare(`
    DELETE FROM import_base
    WHERE journal_seq IN (SELECT seq FROM journal WHERE state = 'dropped')`);
  const removeOld = database.prepare(`
    WITH aged AS (
      SELECT seq, state, row_number() OVER (PARTITION BY scope, state ORDER BY seq DESC) AS age
      FROM journal
    )
    DELETE FROM journal WHERE seq IN (
      SELECT seq FROM aged
      WHERE state IN ('dropped', 'step') OR (state = 'done' AND age > ?)
    )
    AND NOT EXISTS (
      SELECT 1 FROM journal_drawing AS drawing
      JOIN canvas_document AS document
        ON document.canvas_id = drawing.canvas_id AND document.journal_seq < drawing.seq
      WHERE drawing.seq = journal.seq
    )`);
  let forgotAt: number | null = null;

  const found = (statement: typeof selectUndo, scope: string): JournalEntry | null => {
    const raw = statement.get(scope);
    if (!raw) return null;
    const { seq, label, record_steps, record_inverse } = entryRow.parse(raw);
    const drawings = selectDrawings.all(seq).map(toDrawing);
    // `records` and `recordInverse` are parsed when they are first read, because often only one of them
    // is needed, and each may have thousands of records.
    return {
      seq,
      label,
      drawings,
      get records() {
        return parseSteps(record_steps);
      },
      get recordInverse() {
        return parseSteps(record_inverse);
      },
    };
  };

  return {
    append: ({ scope, label, state, drawings, records, recordInverse }: NewEntry): void => {
      if (state === 'done') dropUndone.run(scope);
      const steps = [records, recordInverse].map((each) => JSON.stringify(each));
      const { seq } = seqRow.parse(insert.get(scope, label, state, ...steps));
      for (const { canvasId, operation, inverse } of drawings) {
        insertDrawing.run(seq, canvasId, JSON.stringify(operation), JSON.stringify(inverse));
        searchIndex.follow(canvasId, operation);
      }
    },
    nextUndo: (scope: string): JournalEntry | null => found(selectUndo, scope),
    nextRedo: (scope: string): JournalEntry | null => found(selectRedo, scope),
    labels: (scope: string): { undo: string | null; redo: string | null } => ({
      undo: labelIn(selectLabel.undo.get(scope)),
      redo: labelIn(selectLabel.redo.get(scope)),
    }),
    /**
     * Marks an entry as undone. `records` has the new steps of the redo, or is `null` if they stay the
     * same.
     */
    markUndone: (seq: number, records: RecordStep[] | null): void => {
      setState.run('undone', seq);
      if (records) setRecords.run(JSON.stringify(records), seq);
    },
    /**
     * Marks an entry as done again. Its inverse is new each time, because the records may have changed.
     */
    markDone: (seq: number, recordInverse: RecordStep[]): void => {
      setState.run('done', seq);
      setRecordInverse.run(JSON.stringify(recordInverse), seq);
    },

    /**
     * Deletes old entries, but keeps the newest steps of each history and the operations that a drawing
     * still needs. Called after every sync pass, but does nothing until there are enough new entries.
     */
    forgetOld: (): void => {
      const { seq } = seqRow.parse(newestSeq.get());
      if (forgotAt !== null && seq - forgotAt < minNewSteps) return;
      forgotAt = seq;
      removeUndoneBases.run();
      removeOld.run(historyLength);
    },
  };
};

const seqRow = z.object({ seq: z.number() });
const labelRow = z.object({ label: z.string() });
const labelIn = (row: unknown): string | null => (row ? labelRow.parse(row).label : null);

export type Journal = ReturnType<typeof createJournal>;

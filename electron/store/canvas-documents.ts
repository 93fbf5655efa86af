import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { applyOperation } from '#shared/canvas/apply.ts';
import { canvasDocumentSchema, type CanvasDocument } from '#shared/canvas/document.ts';
import { parseOperation } from './journal.ts';

const snapshotRow = z.object({ snapshot: z.string(), journal_seq: z.number() });
const operationRow = z.object({ operation: z.string() });
const canvasRow = z.object({ canvas_id: z.string() });

/** How many operations may follow a snapshot before the next one is taken. */
const operationsPerSnapshot = 200;

/** The drawings of the canvases: a snapshot and the journal's operations after it. */
export const createCanvasDocuments = (database: DatabaseSync) => {
  const select = database.prepare(
    'SELECT snapshot, journal_seq FROM canvas_document WHERE canvas_id = ?',
  );
  const selectLater = database.prepare(`
    SELECT operation FROM journal
    WHERE canvas_id = ? AND seq > ? AND operation IS NOT NULL ORDER BY seq`);
  const selectLong = database.prepare(`
    SELECT document.canvas_id FROM canvas_document AS document
    JOIN journal ON journal.canvas_id = document.canvas_id AND journal.seq > document.journal_seq
    GROUP BY document.canvas_id HAVING count(*) >= ?`);
  const upsert = database.prepare(`
    INSERT INTO canvas_document (canvas_id, snapshot, journal_seq, base) VALUES (?, ?, ?, ?)
    ON CONFLICT (canvas_id) DO UPDATE
    SET snapshot = excluded.snapshot, journal_seq = excluded.journal_seq,
        base = coalesce(excluded.base, base)`);
  const lastSeq = database.prepare('SELECT coalesce(max(seq), 0) AS seq FROM journal');
  const remove = database.prepare('DELETE FROM canvas_document WHERE canvas_id = ?');

  const newestSeq = (): number => z.object({ seq: z.number() }).parse(lastSeq.get()).seq;

  const read = (canvasId: string): CanvasDocument | null => {
    const row = select.get(canvasId);
    if (!row) return null;
    const { snapshot, journal_seq } = snapshotRow.parse(row);
    const operations = selectLater
      .all(canvasId, journal_seq)
      .map((each) => parseOperation(operationRow.parse(each).operation));
    return operations.reduce(applyOperation, canvasDocumentSchema.parse(JSON.parse(snapshot)));
  };

  const write = (canvasId: string, document: CanvasDocument, base: CanvasDocument | null): void => {
    const baseText = base && JSON.stringify(base);
    upsert.run(canvasId, JSON.stringify(document), newestSeq(), baseText);
  };

  return {
    read,

    /** A drawing that replaces the one there; `base` is given when it comes from the service. */
    write,

    /** The service confirmed this drawing; what is seen here stays as it is. */
    confirm: (canvasId: string, base: CanvasDocument): void => {
      database
        .prepare('UPDATE canvas_document SET base = ? WHERE canvas_id = ?')
        .run(JSON.stringify(base), canvasId);
    },

    remove: (canvasId: string): void => {
      remove.run(canvasId);
    },

    /** Shortens the next reading of what was drawn on much; for when nothing else is to do. */
    takeSnapshots: (): void => {
      for (const row of selectLong.all(operationsPerSnapshot)) {
        const canvasId = canvasRow.parse(row).canvas_id;
        const document = read(canvasId);
        if (document) write(canvasId, document, null);
      }
    },
  };
};

export type CanvasDocuments = ReturnType<typeof createCanvasDocuments>;

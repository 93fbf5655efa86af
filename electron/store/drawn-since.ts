import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { applyOperation } from '#shared/canvas/apply.ts';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { CanvasDocuments } from './canvas-documents.ts';
import { parseOperation } from './journal.ts';

const drawnRow = z.object({ canvas_id: z.string(), large: z.number().nullable() });
const inverseRow = z.object({ inverse: z.string() });
const seqRow = z.object({ seq: z.number() });

/**
 * The minimum number of changes in a large gesture. Before such a gesture, the drawing is saved as a
 * version.
 */
const manyChanges = 50;

/** Finds the drawings that changed after a journal position. */
export const createDrawnSince = (database: DatabaseSync, documents: CanvasDocuments) => {
  const selectDrawn = database.prepare(`
    SELECT canvas_id,
           min(CASE WHEN json_array_length(operation) >= ${manyChanges} THEN seq END) AS large
    FROM journal_drawing WHERE seq > ? GROUP BY canvas_id`);
  const selectInverses = database.prepare(`
    SELECT inverse FROM journal_drawing
    WHERE canvas_id = ? AND seq >= ? ORDER BY seq DESC`);
  const selectNewest = database.prepare('SELECT coalesce(max(seq), 0) AS seq FROM journal');

  return {
    newest: (): number => seqRow.parse(selectNewest.get()).seq,

    /**
     * Returns the canvases that changed after `seq`. `large` is the position of the first large change,
     * or `null` if there is none.
     */
    canvases: (seq: number): { canvasId: string; large: number | null }[] =>
      selectDrawn.all(seq).map((raw) => {
        const { canvas_id: canvasId, large } = drawnRow.parse(raw);
        return { canvasId, large };
      }),

    /**
     * Returns the drawing as it was before a journal entry, or `null` if sync has merged the drawing
     * since that entry.
     */
    before: (canvasId: string, seq: number): CanvasDocument | null => {
      const document = seq > documents.mergedSeq(canvasId) ? documents.read(canvasId) : null;
      if (!document) return null;
      return selectInverses
        .all(canvasId, seq)
        .map((raw) => parseOperation(inverseRow.parse(raw).inverse))
        .reduce(applyOperation, document);
    },
  };
};

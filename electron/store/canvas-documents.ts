import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { applyOperation } from '#shared/canvas/apply.ts';
import { storedDocumentSchema, type CanvasDocument } from '#shared/canvas/document.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import { withoutDangling } from '#shared/canvas/without-dangling.ts';
import { parseOperation } from './journal.ts';
import { createShownComponents } from './shown-components.ts';

const snapshotRow = z.object({ snapshot: z.string(), journal_seq: z.number() });
const operationRow = z.object({ operation: z.string() });
const canvasRow = z.object({ canvas_id: z.string() });
const baseRow = z.object({ base: z.string().nullable() });
const seqRow = z.object({ seq: z.number() });
const mergedRow = z.object({ merged_seq: z.number() });

/** How many operations may follow a snapshot before the next one is taken. */
const operationsPerSnapshot = 200;

/** The drawings of the canvases: a snapshot and the journal's operations after it. */
export const createCanvasDocuments = (database: DatabaseSync) => {
  const select = database.prepare(
    'SELECT snapshot, journal_seq FROM canvas_document WHERE canvas_id = ?',
  );
  const selectLater = database.prepare(`
    SELECT operation FROM journal_drawing WHERE canvas_id = ? AND seq > ? ORDER BY seq`);
  const selectLong = database.prepare(`
    SELECT document.canvas_id FROM canvas_document AS document
    JOIN journal_drawing AS drawing
      ON drawing.canvas_id = document.canvas_id AND drawing.seq > document.journal_seq
    GROUP BY document.canvas_id HAVING count(*) >= ?`);
  const upsert = database.prepare(`
    INSERT INTO canvas_document (canvas_id, snapshot, journal_seq, base) VALUES (?, ?, ?, ?)
    ON CONFLICT (canvas_id) DO UPDATE
    SET snapshot = excluded.snapshot, journal_seq = excluded.journal_seq,
        base = coalesce(excluded.base, base)`);
  const selectBase = database.prepare('SELECT base FROM canvas_document WHERE canvas_id = ?');
  const selectMerged = database.prepare(
    'SELECT merged_seq FROM canvas_document WHERE canvas_id = ?',
  );
  const selectLast = database.prepare(
    'SELECT coalesce(max(seq), 0) AS seq FROM journal_drawing WHERE canvas_id = ?',
  );
  const setMerged = database.prepare(
    'UPDATE canvas_document SET merged_seq = journal_seq WHERE canvas_id = ?',
  );
  const forgetBase = database.prepare('UPDATE canvas_document SET base = NULL WHERE canvas_id = ?');
  const setBase = database.prepare('UPDATE canvas_document SET base = ? WHERE canvas_id = ?');
  const lastSeq = database.prepare('SELECT coalesce(max(seq), 0) AS seq FROM journal');
  const remove = database.prepare('DELETE FROM canvas_document WHERE canvas_id = ?');

  const shown = createShownComponents(database);
  /** How often each was replaced since the start. */
  const replaced = new Map<string, number>();

  const newestSeq = (): number => seqRow.parse(lastSeq.get()).seq;

  const noteReplaced = (canvasId: string): void => {
    replaced.set(canvasId, (replaced.get(canvasId) ?? 0) + 1);
    shown.forget(canvasId);
  };

  /** The last snapshot, and what was drawn on it since. */
  const stored = (canvasId: string): { snapshot: string; later: CanvasOperation[] } | null => {
    const row = select.get(canvasId);
    if (!row) return null;
    const { snapshot, journal_seq } = snapshotRow.parse(row);
    const later = selectLater
      .all(canvasId, journal_seq)
      .map((each) => parseOperation(operationRow.parse(each).operation));
    return { snapshot, later };
  };

  const read = (canvasId: string): CanvasDocument | null => {
    const known = stored(canvasId);
    if (!known) return null;
    const document = storedDocumentSchema.parse(JSON.parse(known.snapshot));
    if (known.later.length === 0) return document;
    // An operation may have been drawn on ground that a merge had just taken away.
    return withoutDangling(known.later.reduce(applyOperation, document));
  };

  const write = (canvasId: string, document: CanvasDocument, base: CanvasDocument | null): void => {
    const baseText = base && JSON.stringify(base);
    upsert.run(canvasId, JSON.stringify(document), newestSeq(), baseText);
    noteReplaced(canvasId);
  };

  return {
    read,

    /** The same as JSON, which costs nothing where it is stored as a whole. */
    text: (canvasId: string): string | null => {
      const known = stored(canvasId);
      if (known?.later.length === 0) return known.snapshot;
      return known && JSON.stringify(read(canvasId));
    },

    /** Another one after each change: as long as it is the same, so is what `read` gives. */
    revision: (canvasId: string): string =>
      `${replaced.get(canvasId) ?? 0}:${seqRow.parse(selectLast.get(canvasId)).seq}`,

    /** Which components each drawing shows, without reading it. */
    shown,

    /** A drawing that replaces the one there; `base` is given when it comes from the service. */
    write,

    /** The drawing as the service and this store last had it in common. */
    base: (canvasId: string): CanvasDocument | null => {
      const row = selectBase.get(canvasId);
      const text = row ? baseRow.parse(row).base : null;
      return text === null ? null : storedDocumentSchema.parse(JSON.parse(text));
    },

    /** What the next merge starts from; what is seen here stays as it is. */
    confirm: (canvasId: string, base: CanvasDocument): void => {
      setBase.run(JSON.stringify(base), canvasId);
    },

    /** The service knows nothing of it any more. */
    forgetBase: (canvasId: string): void => void forgetBase.run(canvasId),

    /** What a merge made of the drawing. */
    merge: (canvasId: string, document: CanvasDocument, base: CanvasDocument): void => {
      write(canvasId, document, base);
      setMerged.run(canvasId);
    },

    /** The place in the journal behind which every operation knew of the last merge. */
    mergedSeq: (canvasId: string): number => {
      const row = selectMerged.get(canvasId);
      return row ? mergedRow.parse(row).merged_seq : 0;
    },

    remove: (canvasId: string): void => {
      remove.run(canvasId);
      noteReplaced(canvasId);
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

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { applyOperation } from '#shared/canvas/apply.ts';
import { storedDocumentSchema, type CanvasDocument } from '#shared/canvas/document.ts';
import { withoutDangling } from '#shared/canvas/without-dangling.ts';
import { createDrawnComponents } from './drawn-components.ts';
import { parseOperation } from './journal.ts';
import { createLastDrawing } from './last-drawing.ts';
import type { SearchIndex } from './search-index.ts';

const snapshotRow = z.object({ snapshot: z.string(), journal_seq: z.number() });
const operationRow = z.object({ seq: z.number(), operation: z.string() });
const canvasRow = z.object({ canvas_id: z.string() });
const baseRow = z.object({ base: z.string().nullable() });
const seqRow = z.object({ seq: z.number() });
const mergedRow = z.object({ merged_seq: z.number() });

/** `takeSnapshots` takes a new snapshot of a drawing after this many operations. */
const operationsPerSnapshot = 200;

/** A drawing after the operation at the journal position `seq`. */
type Drawing = {
  seq: number;
  /** The drawing, in which flows may lack an end and nodes may lack their parent. */
  drawn: CanvasDocument;
  /** The drawing without such references. */
  shown: CanvasDocument;
};

/**
 * Stores the drawing of each canvas as a snapshot and the journal's operations after it. `searchIndex` is
 * `null` for a store that is only read.
 */
export const createCanvasDocuments = (
  database: DatabaseSync,
  searchIndex: Pick<SearchIndex, 'replace' | 'remove'> | null,
) => {
  const select = database.prepare(
    'SELECT snapshot, journal_seq FROM canvas_document WHERE canvas_id = ?',
  );
  const selectLater = database.prepare(`
    SELECT seq, operation FROM journal_drawing WHERE canvas_id = ? AND seq > ? ORDER BY seq`);
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
  // The query of `mayReturn`. `CASE` makes SQLite check the outbox and the conflicts first, because
  // searching the base for the component takes longer.
  const findReturning = database.prepare(`
    SELECT 1 FROM canvas_document WHERE canvas_id = :canvasId AND CASE
      WHEN EXISTS (SELECT 1 FROM outbox WHERE kind = 'canvas' AND id = :canvasId)
        OR EXISTS (SELECT 1 FROM conflict WHERE kind = 'canvas' AND id = :canvasId)
      THEN instr(base, :componentId) > 0 END`);
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

  const drawnComponents = createDrawnComponents(database);
  /** The number of times that each drawing was replaced since the store was opened, by canvas ID. */
  const replaced = new Map<string, number>();

  const newestSeq = (): number => seqRow.parse(lastSeq.get()).seq;

  /**
   * The last drawing that was read, and the last base. A store that is only read keeps none, to save
   * memory.
   */
  const lastDrawing = searchIndex && createLastDrawing<Drawing>(database);
  const lastBase = searchIndex && createLastDrawing<CanvasDocument>(database);

  const noteReplaced = (canvasId: string): void => {
    replaced.set(canvasId, (replaced.get(canvasId) ?? 0) + 1);
    drawnComponents.forget(canvasId);
    lastDrawing?.forget(canvasId);
  };

  const snapshotOf = (canvasId: string): { text: string; seq: number } | null => {
    const row = select.get(canvasId);
    if (!row) return null;
    const { snapshot, journal_seq } = snapshotRow.parse(row);
    return { text: snapshot, seq: journal_seq };
  };

  const drawnIn = (canvasId: string): Drawing | null => {
    const snapshot = snapshotOf(canvasId);
    if (!snapshot) return null;
    const document = storedDocumentSchema.parse(JSON.parse(snapshot.text));
    return { seq: snapshot.seq, drawn: document, shown: document };
  };

  /** Returns the drawing after the operations that follow `before` in the journal. */
  const followed = (canvasId: string, before: Drawing): Drawing => {
    const later = selectLater.all(canvasId, before.seq).map((row) => operationRow.parse(row));
    const last = later.at(-1);
    if (!last) return before;
    const drawn = later.reduce(
      (document, { operation }) => applyOperation(document, parseOperation(operation)),
      before.drawn,
    );
    // The window may send an operation before it shows the result of a merge. The operation may then
    // refer to elements that the merge has removed, so such references are removed here.
    return { seq: last.seq, drawn, shown: withoutDangling(drawn) };
  };

  const drawingOf = (canvasId: string): Drawing | null => {
    const before = lastDrawing?.get(canvasId) ?? drawnIn(canvasId);
    return before && followed(canvasId, before);
  };

  const read = (canvasId: string): CanvasDocument | null => {
    const drawing = drawingOf(canvasId);
    if (!drawing) return null;
    lastDrawing?.set(canvasId, drawing);
    return drawing.shown;
  };

  const takeSnapshot = (
    canvasId: string,
    document: CanvasDocument,
    base: CanvasDocument | null,
  ): void => {
    const text = JSON.stringify(document);
    const baseText = base === document ? text : base && JSON.stringify(base);
    upsert.run(canvasId, text, newestSeq(), baseText);
    if (base) lastBase?.forget(canvasId);
    noteReplaced(canvasId);
  };

  const write = (canvasId: string, document: CanvasDocument, base: CanvasDocument | null): void => {
    takeSnapshot(canvasId, document, base);
    searchIndex?.replace(canvasId, document);
  };

  return {
    read,

    /**
     * Reads a drawing without keeping it in memory. Work in the background calls this function, so that
     * the drawing on the screen stays in memory.
     */
    readAside: (canvasId: string): CanvasDocument | null => drawingOf(canvasId)?.shown ?? null,

    /** Returns the drawing as JSON. If the snapshot is current, it is returned without being parsed. */
    text: (canvasId: string): string | null => {
      const snapshot = snapshotOf(canvasId);
      if (!snapshot || selectLater.get(canvasId, snapshot.seq) === undefined) {
        return snapshot?.text ?? null;
      }
      return JSON.stringify(read(canvasId));
    },

    /** Returns a text that is different after each change to the drawing. */
    revision: (canvasId: string): string =>
      `${replaced.get(canvasId) ?? 0}:${seqRow.parse(selectLast.get(canvasId)).seq}`,

    /**
     * Finds the components that each drawing shows. It reads a drawing once and then only new
     * operations.
     */
    drawnComponents,

    /**
     * Replaces a drawing. If the drawing comes from the service, `base` is its new base. If `base` is
     * `null`, the base stays the same.
     */
    write,

    /** Stores a new drawing of the service. `text` is the drawing as JSON. */
    add: (canvasId: string, document: CanvasDocument, text: string): void => {
      upsert.run(canvasId, text, newestSeq(), text);
      setMerged.run(canvasId);
      lastBase?.forget(canvasId);
      noteReplaced(canvasId);
      searchIndex?.replace(canvasId, document);
    },

    /** Returns the base of the drawing: its last version that both sides had. */
    base: (canvasId: string): CanvasDocument | null => {
      const known = lastBase?.get(canvasId);
      if (known) return known;
      const row = selectBase.get(canvasId);
      const text = row ? baseRow.parse(row).base : null;
      const base = text === null ? null : storedDocumentSchema.parse(JSON.parse(text));
      if (base) lastBase?.set(canvasId, base);
      return base;
    },

    /**
     * Tells if a component may come back into a drawing through an undo or through a decision about a
     * conflict. This is possible if the base has the component, and changes of the drawing are pending
     * or in conflict.
     */
    mayReturn: (canvasId: string, componentId: string): boolean =>
      findReturning.get({ canvasId, componentId }) !== undefined,

    /** Sets the base of the next merge and leaves the visible drawing unchanged. */
    confirm: (canvasId: string, base: CanvasDocument): void => {
      setBase.run(JSON.stringify(base), canvasId);
      // A drawing that was read is kept as it is, because then it shares its elements with later ones, and
      // comparing them is fast. Any other drawing may have values that JSON does not have.
      if (lastDrawing?.get(canvasId)?.shown === base) lastBase?.set(canvasId, base);
      else lastBase?.forget(canvasId);
    },

    /** Removes the base of a drawing that the service no longer has. */
    forgetBase: (canvasId: string): void => {
      forgetBase.run(canvasId);
      lastBase?.forget(canvasId);
    },

    /** Stores the result of a merge. */
    merge: (canvasId: string, document: CanvasDocument, base: CanvasDocument): void => {
      write(canvasId, document, base);
      setMerged.run(canvasId);
    },

    /**
     * Returns the journal position of the last merge. Operations after it were made on the merged
     * drawing.
     */
    mergedSeq: (canvasId: string): number => {
      const row = selectMerged.get(canvasId);
      return row ? mergedRow.parse(row).merged_seq : 0;
    },

    remove: (canvasId: string): void => {
      remove.run(canvasId);
      lastBase?.forget(canvasId);
      noteReplaced(canvasId);
      searchIndex?.remove(canvasId);
    },

    /**
     * Takes snapshots of drawings with many operations, so that the next reads are shorter. Call when
     * the app is idle.
     */
    takeSnapshots: (): void => {
      for (const row of selectLong.all(operationsPerSnapshot)) {
        const canvasId = canvasRow.parse(row).canvas_id;
        const document = read(canvasId);
        if (document) takeSnapshot(canvasId, document, null);
      }
    },
  };
};

export type CanvasDocuments = ReturnType<typeof createCanvasDocuments>;

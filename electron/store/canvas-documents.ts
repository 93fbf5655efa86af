import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { applyOperation } from '#shared/canvas/apply.ts';
import { storedDocumentSchema, type CanvasDocument } from '#shared/canvas/document.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import { withoutDangling } from '#shared/canvas/without-dangling.ts';
import { createDrawnComponents } from './drawn-components.ts';
import { parseOperation } from './journal.ts';
import type { SearchIndex } from './search-index.ts';

const snapshotRow = z.object({ snapshot: z.string(), journal_seq: z.number() });
const operationRow = z.object({ operation: z.string() });
const canvasRow = z.object({ canvas_id: z.string() });
const baseRow = z.object({ base: z.string().nullable() });
const seqRow = z.object({ seq: z.number() });
const mergedRow = z.object({ merged_seq: z.number() });

/** `takeSnapshots` takes a new snapshot of a drawing after this many operations. */
const operationsPerSnapshot = 200;

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

  const noteReplaced = (canvasId: string): void => {
    replaced.set(canvasId, (replaced.get(canvasId) ?? 0) + 1);
    drawnComponents.forget(canvasId);
  };

  /** Reads the last snapshot and the operations after it. */
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
    // The window may send an operation before it shows the result of a merge. The operation may then
    // refer to elements that the merge has removed, so such references are removed here.
    return withoutDangling(known.later.reduce(applyOperation, document));
  };

  const takeSnapshot = (
    canvasId: string,
    document: CanvasDocument,
    base: CanvasDocument | null,
  ): void => {
    const text = JSON.stringify(document);
    const baseText = base === document ? text : base && JSON.stringify(base);
    upsert.run(canvasId, text, newestSeq(), baseText);
    noteReplaced(canvasId);
  };

  const write = (canvasId: string, document: CanvasDocument, base: CanvasDocument | null): void => {
    takeSnapshot(canvasId, document, base);
    searchIndex?.replace(canvasId, document);
  };

  return {
    read,

    /** Returns the drawing as JSON. If the snapshot is current, it is returned without being parsed. */
    text: (canvasId: string): string | null => {
      const known = stored(canvasId);
      if (known?.later.length === 0) return known.snapshot;
      return known && JSON.stringify(read(canvasId));
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
      noteReplaced(canvasId);
      searchIndex?.replace(canvasId, document);
    },

    /** Returns the base of the drawing: its last version that both sides had. */
    base: (canvasId: string): CanvasDocument | null => {
      const row = selectBase.get(canvasId);
      const text = row ? baseRow.parse(row).base : null;
      return text === null ? null : storedDocumentSchema.parse(JSON.parse(text));
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
    },

    /** Removes the base of a drawing that the service no longer has. */
    forgetBase: (canvasId: string): void => void forgetBase.run(canvasId),

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

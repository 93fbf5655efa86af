import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { deflateSync, inflateSync } from 'node:zlib';
import { z } from 'zod';
import { storedDocumentSchema, type CanvasDocument } from '#shared/canvas/document.ts';
import { versionReasons, versionShapes, type CanvasVersion } from '#shared/desktop/versions.ts';
import type { VersionRecord } from '#shared/merge/compare-records.ts';
import { contentNames } from '#shared/records/record-fields.ts';
import { fieldValues } from '#shared/records/record-values.ts';

const listedRow = z.object({
  id: z.number(),
  title: z.string().nullable(),
  reason: z.enum(versionReasons),
  made_at: z.string(),
  nodes: z.number(),
  flows: z.number(),
  threats: z.number().nullable(),
  made_by: z.string().nullable(),
});
const newestRow = z.object({
  id: z.number(),
  title: z.string().nullable(),
  made_at: z.string(),
  hash: z.string(),
});
const contentRow = z.object({
  canvas_id: z.string(),
  document: z.instanceof(Uint8Array),
  records: z.instanceof(Uint8Array).nullable(),
});
const reviewRow = z.object({
  id: z.number(),
  title: z.string(),
  made_at: z.string(),
  made_by: z.string().nullable(),
});
const agedRow = z.object({
  id: z.number(),
  canvas_id: z.string(),
  made_at: z.string(),
  bytes: z.number(),
});

/**
 * Returns a drawing and its records as JSON, with their hash. The hash leaves out the times and numbers
 * of records, because sync changes them although the content stays the same.
 */
export const drawingOf = (document: CanvasDocument, records: readonly VersionRecord[] | null) => {
  const text = JSON.stringify(document);
  const hash = createHash('sha256').update(text);
  for (const { kind, id, parentId, values } of records ?? []) {
    const content = fieldValues(kind, values, contentNames(kind));
    hash.update(JSON.stringify([id, parentId, content]));
  }
  return {
    text,
    records: records && JSON.stringify(records),
    hash: hash.digest('base64url'),
    nodes: document.nodes.length,
    flows: document.edges.length,
    threats: records && records.filter(({ kind }) => kind === 'threat').length,
  };
};

/**
 * The compression level of drawings and records. Higher levels take twice as long and save only 4% of
 * the space.
 */
const level = 1;

/** A compressed drawing with its compressed records. */
export type PackedDrawing = Pick<
  ReturnType<typeof drawingOf>,
  'hash' | 'nodes' | 'flows' | 'threats'
> & { document: Uint8Array; records: Uint8Array | null };

/** Compresses a drawing, unless it is compressed already. */
export const packed = (drawing: ReturnType<typeof drawingOf> | PackedDrawing): PackedDrawing => {
  if ('document' in drawing) return drawing;
  const { text, records, ...facts } = drawing;
  return {
    ...facts,
    document: deflateSync(text, { level }),
    records: records === null ? null : deflateSync(records, { level }),
  };
};

type NewVersion = Pick<CanvasVersion, 'title' | 'reason' | 'madeAt'> & {
  canvasId: string;
  drawing: PackedDrawing;
  madeBy?: string | null;
};

export type VersionFound = {
  canvasId: string;
  document: CanvasDocument;
  records: VersionRecord[] | null;
};

const unpacked = (bytes: Uint8Array): unknown => JSON.parse(inflateSync(bytes).toString('utf8'));

/** The records are not validated, because this store wrote them itself. */
const storedRecords = z.custom<VersionRecord[]>(Array.isArray);

const written = 'removed_at IS NULL';

/** Reads and writes the table of canvas versions. It has no logic beyond that. */
export const createVersionRows = (database: DatabaseSync) => {
  const insert = database.prepare(`
    INSERT INTO canvas_version (
      canvas_id, title, reason, made_at, nodes, flows, hash, document, records, threats, made_by
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const selectList = database.prepare(`
    SELECT id, title, reason, made_at, nodes, flows, threats, made_by FROM canvas_version
    WHERE canvas_id = ? AND ${written} ORDER BY made_at DESC, id DESC`);
  const selectNewest = database.prepare(`
    SELECT id, title, made_at, hash FROM canvas_version
    WHERE canvas_id = ? AND ${written} ORDER BY id DESC LIMIT 1`);
  const selectOne = database.prepare(
    'SELECT canvas_id, document, records FROM canvas_version WHERE id = ?',
  );
  const setTitle = database.prepare(
    `UPDATE canvas_version
     SET title = ?, reason = CASE reason WHEN 'reviewed' THEN reason ELSE 'named' END WHERE id = ?`,
  );
  const selectReview = database.prepare(`
    SELECT id, title, made_at, made_by FROM canvas_version
    WHERE canvas_id = ? AND reason = 'reviewed' AND ${written} ORDER BY id DESC LIMIT 1`);
  const setRemoved = database.prepare('UPDATE canvas_version SET removed_at = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM canvas_version WHERE id = ?');
  const selectAutomatic = database.prepare(`
    SELECT id, canvas_id, made_at, length(document) + coalesce(length(records), 0) AS bytes FROM canvas_version
    WHERE title IS NULL ORDER BY made_at DESC, id DESC`);
  const missing = `NOT EXISTS
    (SELECT 1 FROM record WHERE kind = 'canvas' AND record.id = canvas_version.canvas_id)`;
  const markDeleted = database.prepare(
    `UPDATE canvas_version SET gone_at = ? WHERE gone_at IS NULL AND ${missing}`,
  );
  const markRestored = database.prepare(
    `UPDATE canvas_version SET gone_at = NULL WHERE gone_at IS NOT NULL AND NOT ${missing}`,
  );
  const deleteOld = database.prepare(
    'DELETE FROM canvas_version WHERE removed_at < ? OR gone_at < ?',
  );

  return {
    add: ({ canvasId, title, reason, madeAt, drawing, madeBy = null }: NewVersion): void => {
      const { document, records, hash, nodes, flows, threats } = drawing;
      const facts = [canvasId, title, reason, madeAt, nodes, flows, hash] as const;
      insert.run(...facts, document, records, threats, madeBy);
    },

    list: (canvasId: string): CanvasVersion[] =>
      selectList.all(canvasId).map((raw) => {
        const { made_at: madeAt, made_by: madeBy, ...row } = listedRow.parse(raw);
        return versionShapes.version.parse({ ...row, madeAt, madeBy });
      }),

    newest: (canvasId: string) => {
      const raw = selectNewest.get(canvasId);
      return raw ? newestRow.parse(raw) : null;
    },

    find: (id: number): VersionFound | null => {
      const raw = selectOne.get(id);
      if (!raw) return null;
      const { canvas_id: canvasId, document, records } = contentRow.parse(raw);
      return {
        canvasId,
        document: storedDocumentSchema.parse(unpacked(document)),
        records: records && storedRecords.parse(unpacked(records)),
      };
    },

    /** Returns the last version of a canvas that was marked as reviewed. */
    review: (canvasId: string) => {
      const raw = selectReview.get(canvasId);
      return raw ? reviewRow.parse(raw) : null;
    },

    /** Names a version. It then no longer counts as automatic. */
    name: (id: number, title: string): void => void setTitle.run(title, id),
    setRemoved: (id: number, at: string | null): void => void setRemoved.run(at, id),
    remove: (id: number): void => void remove.run(id),

    /** Returns the automatic versions of all canvases, newest first. `bytes` is the stored size. */
    automatic: () => selectAutomatic.all().map((raw) => agedRow.parse(raw)),

    /**
     * Stores the time when a canvas was found deleted, or removes this time if the canvas was restored.
     * The versions of a deleted canvas are kept for a while, because an undo can restore the canvas.
     */
    noteDeletedCanvases: (at: string): void => {
      markRestored.run();
      markDeleted.run(at);
    },
    forget: (removedBefore: string, canvasDeletedBefore: string): void =>
      void deleteOld.run(removedBefore, canvasDeletedBefore),
  };
};

export type VersionRows = ReturnType<typeof createVersionRows>;

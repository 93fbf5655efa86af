import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { deflateSync, inflateSync } from 'node:zlib';
import { z } from 'zod';
import { canvasDocumentSchema, type CanvasDocument } from '#shared/canvas/document.ts';
import { versionReasons, versionShapes, type CanvasVersion } from '#shared/desktop/versions.ts';

const listedRow = z.object({
  id: z.number(),
  title: z.string().nullable(),
  reason: z.enum(versionReasons),
  made_at: z.string(),
  nodes: z.number(),
  flows: z.number(),
});
const newestRow = z.object({
  id: z.number(),
  title: z.string().nullable(),
  made_at: z.string(),
  hash: z.string(),
});
const contentRow = z.object({ canvas_id: z.string(), document: z.instanceof(Uint8Array) });
const agedRow = z.object({
  id: z.number(),
  canvas_id: z.string(),
  made_at: z.string(),
  bytes: z.number(),
});

/** Returns a drawing as it is stored; equal drawings have equal hashes. */
export const drawingOf = (document: CanvasDocument) => {
  const text = JSON.stringify(document);
  const hash = createHash('sha256').update(text).digest('base64url');
  return { text, hash, nodes: document.nodes.length, flows: document.edges.length };
};

type NewVersion = Pick<CanvasVersion, 'title' | 'reason' | 'madeAt'> & {
  canvasId: string;
  drawing: ReturnType<typeof drawingOf>;
};

/** Higher levels take twice as long and save only 4% of the space. */
const level = 1;

const written = 'removed_at IS NULL';

/** Reads and writes the table of canvas versions, without any rules. */
export const createVersionRows = (database: DatabaseSync) => {
  const insert = database.prepare(`
    INSERT INTO canvas_version (canvas_id, title, reason, made_at, nodes, flows, hash, document)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const selectList = database.prepare(`
    SELECT id, title, reason, made_at, nodes, flows FROM canvas_version
    WHERE canvas_id = ? AND ${written} ORDER BY made_at DESC, id DESC`);
  const selectNewest = database.prepare(`
    SELECT id, title, made_at, hash FROM canvas_version
    WHERE canvas_id = ? AND ${written} ORDER BY id DESC LIMIT 1`);
  const selectOne = database.prepare('SELECT canvas_id, document FROM canvas_version WHERE id = ?');
  const setTitle = database.prepare(
    `UPDATE canvas_version SET title = ?, reason = 'named' WHERE id = ?`,
  );
  const setRemoved = database.prepare('UPDATE canvas_version SET removed_at = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM canvas_version WHERE id = ?');
  const selectAutomatic = database.prepare(`
    SELECT id, canvas_id, made_at, length(document) AS bytes FROM canvas_version
    WHERE title IS NULL ORDER BY made_at DESC, id DESC`);
  const missing = `NOT EXISTS
    (SELECT 1 FROM record WHERE kind = 'canvas' AND record.id = canvas_version.canvas_id)`;
  const markGone = database.prepare(
    `UPDATE canvas_version SET gone_at = ? WHERE gone_at IS NULL AND ${missing}`,
  );
  const markBack = database.prepare(
    `UPDATE canvas_version SET gone_at = NULL WHERE gone_at IS NOT NULL AND NOT ${missing}`,
  );
  const deleteOld = database.prepare(
    'DELETE FROM canvas_version WHERE removed_at < ? OR gone_at < ?',
  );

  return {
    add: ({ canvasId, title, reason, madeAt, drawing }: NewVersion): void => {
      const { text, hash, nodes, flows } = drawing;
      const bytes = deflateSync(text, { level });
      insert.run(canvasId, title, reason, madeAt, nodes, flows, hash, bytes);
    },

    list: (canvasId: string): CanvasVersion[] =>
      selectList.all(canvasId).map((raw) => {
        const { made_at: madeAt, ...row } = listedRow.parse(raw);
        return versionShapes.version.parse({ ...row, madeAt });
      }),

    newest: (canvasId: string) => {
      const raw = selectNewest.get(canvasId);
      return raw ? newestRow.parse(raw) : null;
    },

    find: (id: number): { canvasId: string; document: CanvasDocument } | null => {
      const raw = selectOne.get(id);
      if (!raw) return null;
      const { canvas_id: canvasId, document } = contentRow.parse(raw);
      const text = inflateSync(document).toString('utf8');
      return { canvasId, document: canvasDocumentSchema.parse(JSON.parse(text)) };
    },

    /** A named version no longer counts as automatic. */
    name: (id: number, title: string): void => void setTitle.run(title, id),
    setRemoved: (id: number, at: string | null): void => void setRemoved.run(at, id),
    remove: (id: number): void => void remove.run(id),

    /** Returns the automatic versions of all canvases, newest first; `bytes` is the stored size. */
    automatic: () => selectAutomatic.all().map((raw) => agedRow.parse(raw)),

    /** Versions of deleted canvases are kept for a while, because undo can restore a canvas. */
    noteGone: (at: string): void => {
      markBack.run();
      markGone.run(at);
    },
    forget: (removedBefore: string, goneBefore: string): void =>
      void deleteOld.run(removedBefore, goneBefore),
  };
};

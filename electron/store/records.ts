import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import {
  recordKindSchema,
  recordSchemas,
  type RecordKind,
  type StoredRecord,
} from '#shared/desktop/records.ts';

const json = z.record(z.string(), z.unknown());
export type Values = z.infer<typeof json>;

/** A row as it is stored: the record's own fields, without id and parent. */
export type RecordRow = {
  kind: RecordKind;
  id: string;
  parentId: string | null;
  local: Values;
  /** What the service last said, but for what is in conflict: that is as it was before. */
  base: Values | null;
  /** The version of the service that was last seen; `null` where it gives none. */
  etag: string | null;
};

const rowSchema = z.object({
  kind: recordKindSchema,
  id: z.string(),
  parent_id: z.string().nullable(),
  local: z.string(),
  base: z.string().nullable(),
  etag: z.string().nullable(),
});

export const parseValues = (text: string): Values => json.parse(JSON.parse(text));

export const toRow = (raw: unknown): RecordRow => {
  const row = rowSchema.parse(raw);
  return {
    kind: row.kind,
    id: row.id,
    parentId: row.parent_id,
    local: parseValues(row.local),
    base: row.base === null ? null : parseValues(row.base),
    etag: row.etag,
  };
};

const childKinds: Record<RecordKind, RecordKind[]> = {
  collection: ['threatModel'],
  threatModel: ['canvas'],
  canvas: ['component'],
  component: ['threat'],
  threat: ['mitigation', 'comment'],
  mitigation: [],
  comment: [],
};

/** The table of records: rows in and out, no rules. */
export const createRecords = (database: DatabaseSync) => {
  const select = database.prepare('SELECT * FROM record WHERE kind = ? AND id = ?');
  const selectKind = database.prepare('SELECT * FROM record WHERE kind = ?');
  const selectChildren = database.prepare(
    'SELECT * FROM record INDEXED BY record_by_parent WHERE kind = ? AND parent_id = ?',
  );
  const upsert = database.prepare(`
    INSERT INTO record (kind, id, parent_id, local, base, etag) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (kind, id) DO UPDATE
    SET parent_id = excluded.parent_id, local = excluded.local, base = excluded.base,
        etag = excluded.etag`);
  const adoptChildren = database.prepare(
    'UPDATE record SET parent_id = ? WHERE kind = ? AND parent_id = ?',
  );
  const remove = database.prepare('DELETE FROM record WHERE kind = ? AND id = ?');

  const find = (kind: RecordKind, id: string): RecordRow | null => {
    const row = select.get(kind, id);
    return row ? toRow(row) : null;
  };

  const children = (kind: RecordKind, parentId: string): RecordRow[] =>
    selectChildren.all(kind, parentId).map(toRow);

  return {
    find,
    children,
    all: (kind: RecordKind): RecordRow[] => selectKind.all(kind).map(toRow),

    put: (row: RecordRow): void => {
      const base = row.base === null ? null : JSON.stringify(row.base);
      upsert.run(row.kind, row.id, row.parentId, JSON.stringify(row.local), base, row.etag);
    },

    /** What one record holds becomes another's. */
    moveChildren: (kind: RecordKind, from: string, to: string): void => {
      for (const childKind of childKinds[kind]) adoptChildren.run(to, childKind, from);
    },

    remove: (kind: RecordKind, id: string): void => {
      remove.run(kind, id);
    },

    /** The record and everything it holds, parents before children. */
    subtree: (kind: RecordKind, id: string): RecordRow[] => {
      const root = find(kind, id);
      const rows = root ? [root] : [];
      for (const row of rows) {
        for (const childKind of childKinds[row.kind]) rows.push(...children(childKind, row.id));
      }
      return rows;
    },
  };
};

export type Records = ReturnType<typeof createRecords>;

/** A row as the window sees it; the service's fields that the window has no use for stay behind. */
export const present = <K extends RecordKind>(kind: K, row: RecordRow): StoredRecord<K> =>
  schemas[kind].parse({ ...row.local, id: row.id, parentId: row.parentId });

const schemas: { [K in RecordKind]: z.ZodType<StoredRecord<K>> } = recordSchemas;

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import {
  recordKindSchema,
  recordSchemas,
  type RecordKind,
  type StoredRecord,
} from '#shared/desktop/records.ts';

export type Values = Record<string, unknown>;

/** Values of a record as this store has written them: to look at each key takes longer than to read them. */
export const storedValues = z.custom<Values>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

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

export const parseValues = (text: string): Values => storedValues.parse(JSON.parse(text));

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

const holdsRows = Object.entries(childKinds)
  .flatMap(([kind, children]) => children.map((child) => `('${kind}', '${child}')`))
  .join(', ');

const idRow = z.object({ id: z.string() });

/** The table of records: rows in and out, no rules. */
export const createRecords = (database: DatabaseSync) => {
  const select = database.prepare('SELECT * FROM record WHERE kind = ? AND id = ?');
  const selectThere = database.prepare('SELECT 1 FROM record WHERE kind = ? AND id = ?');
  const selectKind = database.prepare('SELECT * FROM record WHERE kind = ?');
  const selectChildren = database.prepare(
    'SELECT * FROM record INDEXED BY record_by_parent WHERE kind = ? AND parent_id = ?',
  );
  const selectChildIds = database.prepare(
    'SELECT id FROM record INDEXED BY record_by_parent WHERE kind = ? AND parent_id = ?',
  );
  // Its queue is first in, first out, so parents come before children. Asking for the children of
  // each record by itself took as long as all the rest of a deletion.
  const selectSubtree = database.prepare(`
    WITH RECURSIVE
      holds (kind, child_kind) AS (VALUES ${holdsRows}),
      held (kind, id) AS (
        VALUES (?, ?)
        UNION ALL
        SELECT child.kind, child.id FROM held
        CROSS JOIN holds ON holds.kind = held.kind
        CROSS JOIN record AS child INDEXED BY record_by_parent
          ON child.kind = holds.child_kind AND child.parent_id = held.id
      )
    SELECT record.* FROM held CROSS JOIN record ON record.kind = held.kind AND record.id = held.id`);
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

  /** Whether there is such a record, without reading it. */
  const has = (kind: RecordKind, id: string): boolean => selectThere.get(kind, id) !== undefined;

  const children = (kind: RecordKind, parentId: string): RecordRow[] =>
    selectChildren.all(kind, parentId).map(toRow);

  return {
    find,
    has,
    children,
    childIds: (kind: RecordKind, parentId: string): string[] =>
      selectChildIds.all(kind, parentId).map((row) => idRow.parse(row).id),
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
    subtree: (kind: RecordKind, id: string): RecordRow[] =>
      has(kind, id) ? selectSubtree.all(kind, id).map(toRow) : [],
  };
};

export type Records = ReturnType<typeof createRecords>;

/** A row as the window sees it; the service's fields that the window has no use for stay behind. */
export const present = <K extends RecordKind>(kind: K, row: RecordRow): StoredRecord<K> =>
  schemas[kind].parse({ ...row.local, id: row.id, parentId: row.parentId });

const schemas: { [K in RecordKind]: z.ZodType<StoredRecord<K>> } = recordSchemas;

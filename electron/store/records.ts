import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import {
  childKinds,
  parentKind,
  recordKindSchema,
  type RecordKind,
} from '#shared/records/record-kinds.ts';
import { recordSchemas, type StoredRecord } from '#shared/records/record-schemas.ts';
import { initialValues, placeholders } from '#shared/records/record-values.ts';
import { insertion } from './database.ts';

export type Values = Record<string, unknown>;

/**
 * Values that this store wrote itself. They are not validated, because checking each key takes longer
 * than reading them.
 */
export const storedValues = z.custom<Values>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** A stored record. `local` and `base` have its fields, without its ID and parent. */
export type RecordRow = {
  kind: RecordKind;
  id: string;
  parentId: string | null;
  local: Values;
  /** The last version of the service. Fields in conflict have their value from before the conflict. */
  base: Values | null;
  /** The last ETag that sync saw; `null` if there is none. */
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

const parentRows = Object.entries(parentKind)
  .flatMap(([kind, parent]) => (parent === null ? [] : [`('${parent}', '${kind}')`]))
  .join(', ');

const idRow = z.object({ id: z.string() });

/** Reads and writes the table of records. It has no logic beyond that. */
export const createRecords = (database: DatabaseSync) => {
  const select = database.prepare('SELECT * FROM record WHERE kind = ? AND id = ?');
  const selectExists = database.prepare('SELECT 1 FROM record WHERE kind = ? AND id = ?');
  const selectKind = database.prepare('SELECT * FROM record WHERE kind = ?');
  const selectChildren = database.prepare(
    'SELECT * FROM record INDEXED BY record_by_parent WHERE kind = ? AND parent_id = ?',
  );
  const selectChildIds = database.prepare(
    'SELECT id FROM record INDEXED BY record_by_parent WHERE kind = ? AND parent_id = ?',
  );
  // The queue of a recursive query is first in, first out, so parents come before children. The
  // descendants are read in one statement, because a query for each record takes as long as the rest of
  // a delete.
  const selectSubtree = database.prepare(`
    WITH RECURSIVE
      holds (kind, child_kind) AS (VALUES ${parentRows}),
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
  const insert = insertion(database, 'record', ['kind', 'id', 'parent_id', 'local']);
  const adoptChildren = database.prepare(
    'UPDATE record SET parent_id = ? WHERE kind = ? AND parent_id = ?',
  );
  const remove = database.prepare('DELETE FROM record WHERE kind = ? AND id = ?');

  const find = (kind: RecordKind, id: string): RecordRow | null => {
    const row = select.get(kind, id);
    return row ? toRow(row) : null;
  };

  /** Tells if a record exists, without reading it. */
  const has = (kind: RecordKind, id: string): boolean => selectExists.get(kind, id) !== undefined;

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

    /** Adds many records that this store has never had (`never-seen.ts`). */
    add: (rows: readonly Pick<RecordRow, 'kind' | 'id' | 'parentId' | 'local'>[]): void =>
      insert(
        rows.map(({ kind, id, parentId, local }) => [kind, id, parentId, JSON.stringify(local)]),
      ),

    moveChildren: (kind: RecordKind, from: string, to: string): void => {
      for (const childKind of childKinds(kind)) adoptChildren.run(to, childKind, from);
    },

    remove: (kind: RecordKind, id: string): void => {
      remove.run(kind, id);
    },

    /** Returns the record and its descendants, parents before children. */
    subtree: (kind: RecordKind, id: string): RecordRow[] =>
      has(kind, id) ? selectSubtree.all(kind, id).map(toRow) : [],
  };
};

export type Records = ReturnType<typeof createRecords>;

/**
 * Returns a row as the window sees it, without the fields that the window does not use. A field that
 * cannot be read has a placeholder and is listed in `unreadable`, so that the window can show the other
 * fields.
 */
export const present = <K extends RecordKind>(kind: K, row: RecordRow): StoredRecord<K> => {
  const values = {
    ...initialValues(kind),
    ...row.local,
    id: row.id,
    parentId: row.parentId,
    unreadable: undefined,
  };
  const read = schemas[kind].safeParse(values);
  if (read.success) return read.data;
  const unreadable = [...new Set(read.error.issues.map(({ path }) => String(path[0])))];
  return schemas[kind].parse({ ...values, ...placeholders(kind, unreadable), unreadable });
};

const schemas: { [K in RecordKind]: z.ZodType<StoredRecord<K>> } = recordSchemas;

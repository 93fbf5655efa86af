import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { canvasDocumentSchema } from '#shared/canvas/document.ts';
import { conflictTypes } from '#shared/desktop/sync.ts';
import { recordKindSchema, type RecordKind } from '#shared/records/record-kinds.ts';

const values = z.record(z.string(), z.unknown());

/**
 * The data of a conflict besides the record itself. `theirs` is the service's record with local IDs
 * and without its drawing; `null` if it was deleted there. For a record that was deleted here,
 * `base` is its last state, `parentId` its parent, and `held` has stamps of its descendants at the
 * service.
 */
const contentSchema = z.object({
  theirs: values.nullable(),
  drawing: canvasDocumentSchema.nullable(),
  base: values.nullable(),
  parentId: z.string().nullable(),
  held: z.record(z.string(), z.string()),
  etag: z.string().nullable(),
});

const keyRow = z.object({
  kind: recordKindSchema,
  id: z.string(),
  type: z.enum(conflictTypes),
  items: z.string(),
});

const itemNames = z.array(z.string());
const contentRow = z.object({ content: z.string() });
const countRow = z.object({ open: z.number() });

type ConflictContent = z.infer<typeof contentSchema>;
export type ConflictKey = {
  kind: RecordKind;
  id: string;
  type: (typeof conflictTypes)[number];
  /** The parts to choose for: names of fields, and `node:<id>` or `edge:<id>` in a drawing. */
  items: string[];
};
export type StoredConflict = ConflictKey & ConflictContent;

const toKey = (raw: unknown): ConflictKey => {
  const row = keyRow.parse(raw);
  return { ...row, items: itemNames.parse(JSON.parse(row.items)) };
};

export const toConflict = (raw: unknown): StoredConflict => {
  const { content } = contentRow.parse(raw);
  return { ...toKey(raw), ...contentSchema.parse(JSON.parse(content)) };
};

/**
 * Stores the open conflicts, at most one for each record. A conflict blocks only its own record.
 */
export const createConflicts = (database: DatabaseSync) => {
  const selectOne = database.prepare('SELECT * FROM conflict WHERE kind = ? AND id = ?');
  const selectKeys = database.prepare('SELECT kind, id, type, items FROM conflict');
  const selectOfType = database.prepare(
    'SELECT kind, id, type, items FROM conflict WHERE type = ?',
  );
  const upsert = database.prepare(`
    INSERT OR REPLACE INTO conflict (kind, id, type, items, content) VALUES (?, ?, ?, ?, ?)`);
  const remove = database.prepare('DELETE FROM conflict WHERE kind = ? AND id = ?');
  const count = database.prepare('SELECT count(*) AS open FROM conflict');

  return {
    find: (kind: RecordKind, id: string): StoredConflict | null => {
      const raw = selectOne.get(kind, id);
      return raw ? toConflict(raw) : null;
    },
    keys: (): ConflictKey[] => selectKeys.all().map(toKey),
    ofType: (type: ConflictKey['type']): ConflictKey[] => selectOfType.all(type).map(toKey),
    count: (): number => countRow.parse(count.get()).open,
    put: ({ kind, id, type, items, ...content }: StoredConflict): void =>
      void upsert.run(kind, id, type, JSON.stringify(items), JSON.stringify(content)),
    remove: (kind: RecordKind, id: string): void => void remove.run(kind, id),
  };
};

export type Conflicts = ReturnType<typeof createConflicts>;

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { canvasDocumentSchema } from '#shared/canvas/document.ts';
import { recordKindSchema, type RecordKind } from '#shared/desktop/records.ts';
import { conflictTypes } from '#shared/desktop/sync.ts';

const values = z.record(z.string(), z.unknown());

/**
 * What a conflict needs besides the record itself. `theirs` is the service's record (its drawing
 * apart, with the ids of this store), `null` when it is deleted there. Of a record that was deleted
 * here, `base` is what it was, `parentId` what held it, and `held` has the stamps of what the service
 * has in it.
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

type ConflictContent = z.infer<typeof contentSchema>;
export type ConflictKey = {
  kind: RecordKind;
  id: string;
  type: (typeof conflictTypes)[number];
  /** What there is to choose: names of fields, and `node:<id>` or `edge:<id>` of a drawing. */
  items: string[];
};
export type StoredConflict = ConflictKey & ConflictContent;

const toKey = (raw: unknown): ConflictKey => {
  const row = keyRow.parse(raw);
  return { ...row, items: z.array(z.string()).parse(JSON.parse(row.items)) };
};

export const toConflict = (raw: unknown): StoredConflict => {
  const { content } = z.object({ content: z.string() }).parse(raw);
  return { ...toKey(raw), ...contentSchema.parse(JSON.parse(content)) };
};

/** The open conflicts, at most one a record. They hold up nothing but what they are about. */
export const createConflicts = (database: DatabaseSync) => {
  const selectOne = database.prepare('SELECT * FROM conflict WHERE kind = ? AND id = ?');
  const selectKeys = database.prepare('SELECT kind, id, type, items FROM conflict');
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
    count: (): number => z.object({ open: z.number() }).parse(count.get()).open,
    put: ({ kind, id, type, items, ...content }: StoredConflict): void =>
      void upsert.run(kind, id, type, JSON.stringify(items), JSON.stringify(content)),
    remove: (kind: RecordKind, id: string): void => void remove.run(kind, id),
  };
};

export type Conflicts = ReturnType<typeof createConflicts>;

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { applyOperation } from '#shared/canvas/apply.ts';
import { canvasDocumentSchema, type CanvasDocument } from '#shared/canvas/document.ts';
import { unlinkComponents } from '#shared/canvas/edits/unlink-components.ts';
import { conflictTypes } from '#shared/desktop/sync.ts';
import { recordKindSchema, type RecordKind } from '#shared/records/record-kinds.ts';
import { contestedDeletes, unansweredCreates } from './delete-snapshot.ts';

const values = z.record(z.string(), z.unknown());

const drawing = canvasDocumentSchema.nullable();

/**
 * Both sides changed the record. `theirs` is the service's record with local IDs. `drawing` is the
 * service's drawing, or `null` if the record has none or the drawings do not conflict. `guessed`
 * has the IDs of elements whose version in the base is no origin, only the last version seen at the
 * service.
 */
const edited = z.object({
  type: z.enum(['fields', 'canvas']),
  theirs: values,
  drawing,
  etag: z.string().nullable(),
  guessed: z.array(z.string()).optional(),
});

/** The record was changed here, and is missing at the service. */
const missing = z.object({ type: z.enum(['deletedThere', 'accessLost']) });

/**
 * The record was deleted here and changed at the service. `base` is its last state here, `parentId`
 * its parent, and `held` has stamps of its descendants at the service. `unanswered` has creates of
 * descendants that were sent before the delete and had no answer, and `contested` has earlier deletes of
 * descendants that were in conflict.
 */
const editedThere = edited.extend({
  type: z.literal('editedThere'),
  base: values,
  parentId: z.string().nullable(),
  held: z.record(z.string(), z.string()),
  unanswered: unansweredCreates,
  contested: contestedDeletes,
});

const contentSchema = z.discriminatedUnion('type', [edited, missing, editedThere]);

const keyRow = z.object({
  kind: recordKindSchema,
  id: z.string(),
  type: z.enum(conflictTypes),
  items: z.string(),
});

const itemNames = z.array(z.string());
const storedDelete = editedThere.extend({
  kind: recordKindSchema,
  id: z.string(),
  items: itemNames,
});
const contentRow = z.object({ content: z.string() });
const countRow = z.object({ open: z.number() });

type ConflictContent = z.infer<typeof contentSchema>;
export type ConflictKey = {
  kind: RecordKind;
  id: string;
  type: (typeof conflictTypes)[number];
  /** The parts with a side to choose: names of fields, and `node:<id>` or `edge:<id>` in a drawing. */
  items: string[];
};
export type StoredConflict = ConflictKey & ConflictContent;
export type EditConflict = StoredConflict & z.infer<typeof edited>;
export type MissingConflict = StoredConflict & z.infer<typeof missing>;
export type EditedThereConflict = StoredConflict & z.infer<typeof editedThere>;

/** Tells if both sides changed the record. */
export const isOfEdits = (conflict: StoredConflict): conflict is EditConflict =>
  conflict.type === 'fields' || conflict.type === 'canvas';

const hasDrawing = (conflict: StoredConflict): conflict is EditConflict | EditedThereConflict =>
  isOfEdits(conflict) || conflict.type === 'editedThere';

const toKey = (raw: unknown): ConflictKey => {
  const row = keyRow.parse(raw);
  return { ...row, items: itemNames.parse(JSON.parse(row.items)) };
};

export const toConflict = (raw: unknown): StoredConflict => {
  const { content } = contentRow.parse(raw);
  const key = toKey(raw);
  const fields = values.parse(JSON.parse(content));
  return { ...key, ...contentSchema.parse({ ...fields, type: key.type }) };
};

/**
 * Stores the open conflicts, at most one for each record. A conflict blocks only its own record.
 */
export const createConflicts = (database: DatabaseSync) => {
  const selectOne = database.prepare('SELECT * FROM conflict WHERE kind = ? AND id = ?');
  const selectKeys = database.prepare('SELECT kind, id, type, items FROM conflict');
  const selectContested = database.prepare("SELECT * FROM conflict WHERE type = 'editedThere'");
  const selectDrawn = database.prepare("SELECT * FROM conflict WHERE kind = 'canvas'");
  const upsert = database.prepare(`
    INSERT OR REPLACE INTO conflict (kind, id, type, items, content) VALUES (?, ?, ?, ?, ?)`);
  const remove = database.prepare('DELETE FROM conflict WHERE kind = ? AND id = ?');
  const count = database.prepare('SELECT count(*) AS open FROM conflict');

  const put = ({ kind, id, type, items, ...content }: StoredConflict): void =>
    void upsert.run(kind, id, type, JSON.stringify(items), JSON.stringify(content));

  return {
    find: (kind: RecordKind, id: string): StoredConflict | null => {
      const raw = selectOne.get(kind, id);
      return raw ? toConflict(raw) : null;
    },
    keys: (): ConflictKey[] => selectKeys.all().map(toKey),
    /** Returns the deletes that wait for a decision, because the record was changed at the service. */
    contestedDeletes: (): EditedThereConflict[] =>
      selectContested
        .all()
        .map(toConflict)
        .filter((each) => each.type === 'editedThere'),
    /** Returns the service's drawing if both sides changed the canvas; `null` if there is none. */
    theirDrawing: (id: string): CanvasDocument | null => {
      const raw = selectOne.get('canvas', id);
      const conflict = raw ? toConflict(raw) : null;
      return conflict && isOfEdits(conflict) ? conflict.drawing : null;
    },
    /** Ends the conflict of a delete, and returns it. */
    endDelete: (kind: RecordKind, id: string): EditedThereConflict | null => {
      const raw = selectOne.get(kind, id);
      const conflict = raw ? toConflict(raw) : null;
      remove.run(kind, id);
      return conflict?.type === 'editedThere' ? conflict : null;
    },
    /** Stores conflicts of deletes again that became part of the delete of an ancestor. */
    reopen: (contested: readonly unknown[]): void => {
      for (const each of contested) put(storedDelete.parse(each));
    },
    /** Removes the references to components from the service's drawings: the service never had them. */
    unlink: (components: ReadonlySet<string>): void => {
      if (components.size === 0) return;
      for (const conflict of selectDrawn.all().map(toConflict)) {
        if (!hasDrawing(conflict) || !conflict.drawing) continue;
        const operation = unlinkComponents(conflict.drawing, components);
        if (operation.length === 0) continue;
        put({ ...conflict, drawing: applyOperation(conflict.drawing, operation) });
      }
    },
    count: (): number => countRow.parse(count.get()).open,
    put,
    remove: (kind: RecordKind, id: string): void => void remove.run(kind, id),
  };
};

export type Conflicts = ReturnType<typeof createConflicts>;

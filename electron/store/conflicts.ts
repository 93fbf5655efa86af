import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { applyOperation } from '#shared/canvas/apply.ts';
import { storedDocumentSchema, type CanvasDocument } from '#shared/canvas/document.ts';
import { unlinkComponents } from '#shared/canvas/edits/unlink-components.ts';
import { conflictTypes } from '#shared/desktop/sync.ts';
import { recordKindSchema, type RecordKind } from '#shared/records/record-kinds.ts';
import { contestedDeletes, followedRequests, unansweredCreates } from './delete-snapshot.ts';
import { sentSchema } from './sent-requests.ts';

const values = z.record(z.string(), z.unknown());

const drawing = storedDocumentSchema.nullable();

/** Both sides changed the record. */
const edited = z.object({
  type: z.enum(['fields', 'canvas']),
  /** The service's record with local IDs. */
  theirs: values,
  /**
   * The service's drawing. It is `null` if the record has no drawing, or if the drawings do not
   * conflict.
   */
  drawing,
  etag: z.string().nullable(),
  /**
   * The IDs of elements that others removed, and whose merge base is a guess. Instead of their real base,
   * the stored base has their last version at the service, or the local version from before an undo.
   */
  guessed: z.array(z.string()).optional(),
});

/** The record was changed here, and is missing at the service. */
const missing = z.object({ type: z.enum(['deletedThere', 'accessLost']) });

/** The record was deleted here and changed at the service. */
const editedThere = edited.extend({
  type: z.literal('editedThere'),
  /** The record as it was last synced before the delete (see delete-snapshot.ts). */
  base: values,
  parentId: z.string().nullable(),
  /** The stamps of the record's descendants at the service (see record-stamp.ts), by `kind:id`. */
  held: z.record(z.string(), z.string()),
  /** Unanswered updates of the record, and unanswered requests of its descendants. */
  sent: z.array(sentSchema).default([]),
  followed: followedRequests,
  /** Creates of descendants that were sent before the delete and got no response. */
  unanswered: unansweredCreates,
  /** The conflicts about descendants that were deleted before this record. */
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
  /**
   * The parts for which the person chooses a side: names of fields, and `node:<id>` or `edge:<id>` for
   * the elements of a drawing.
   */
  items: string[];
};
export type StoredConflict = ConflictKey & ConflictContent;
export type EditConflict = StoredConflict & z.infer<typeof edited>;
export type MissingConflict = StoredConflict & z.infer<typeof missing>;
export type EditedThereConflict = StoredConflict & z.infer<typeof editedThere>;

/** Tells if both sides edited the record, so that the conflict is not about a delete or lost access. */
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
 * Stores the open conflicts, at most one for each record. A conflict does not block the sync of other
 * records.
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
    /**
     * Returns the conflicts of records that were deleted here and changed by others. These deletes wait
     * for a decision of the person.
     */
    contestedDeletes: (): EditedThereConflict[] =>
      selectContested
        .all()
        .map(toConflict)
        .filter((each) => each.type === 'editedThere'),
    /**
     * Returns the service's drawing if both sides changed the canvas. Returns `null` if there is no such
     * conflict.
     */
    theirDrawing: (id: string): CanvasDocument | null => {
      const raw = selectOne.get('canvas', id);
      const conflict = raw ? toConflict(raw) : null;
      return conflict && isOfEdits(conflict) ? conflict.drawing : null;
    },
    /**
     * Removes the conflict of a record. Returns the conflict if it was about a delete, and `null`
     * otherwise.
     */
    endDelete: (kind: RecordKind, id: string): EditedThereConflict | null => {
      const raw = selectOne.get(kind, id);
      const conflict = raw ? toConflict(raw) : null;
      remove.run(kind, id);
      return conflict?.type === 'editedThere' ? conflict : null;
    },
    /**
     * Stores conflicts again that were a part of an ancestor's delete, and returns them. Call when that
     * delete is undone. Leaves out records that `isBack` returns true for.
     */
    reopen: (
      contested: readonly unknown[],
      isBack: (kind: RecordKind, id: string) => boolean,
    ): EditedThereConflict[] => {
      const reopened = contested
        .map((each) => storedDelete.parse(each))
        .filter(({ kind, id }) => !isBack(kind, id));
      for (const each of reopened) put(each);
      return reopened;
    },
    /**
     * Removes the references to `components` from the service's drawings that are stored with conflicts.
     * Call when components are deleted that the service never had. This app added the references to the
     * stored drawings (see `withReferencesOf` in electron/sync/component-ids.ts).
     */
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

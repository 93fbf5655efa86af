import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { parentKind, recordKindSchema, type RecordKind } from '#shared/records/record-kinds.ts';
import { snapshotSchema, type DeleteSnapshot, type UnansweredCreate } from './delete-snapshot.ts';

/** A delete that has ended: the service no longer has the record. */
export type EndedDelete = { kind: RecordKind; id: string; snapshot: DeleteSnapshot };

const endedRow = z.object({ kind: recordKindSchema, id: z.string(), snapshot: z.string() });

const toEnded = (raw: unknown): EndedDelete => {
  const { kind, id, snapshot } = endedRow.parse(raw);
  return { kind, id, snapshot: snapshotSchema.parse(JSON.parse(snapshot)) };
};

/** The maximum number of ended deletes that are kept. The newest ones stay. */
const maxKept = 1000;

/**
 * Keeps the snapshots of deletes that have ended. If an undo restores a record, its snapshot tells which
 * requests about the record and its descendants got no response.
 */
export const createEndedDeletes = (database: DatabaseSync) => {
  const insert = database.prepare(`
    INSERT OR REPLACE INTO ended_delete (kind, id, parent_id, was_missing, snapshot)
    VALUES (?, ?, ?, ?, ?)`);
  const selectOne = database.prepare('SELECT * FROM ended_delete WHERE kind = ? AND id = ?');
  const selectAll = database.prepare('SELECT * FROM ended_delete ORDER BY rowid');
  const selectMissing = database.prepare(
    'SELECT * FROM ended_delete WHERE parent_id = ? AND was_missing = 1 ORDER BY rowid',
  );
  const removeOne = database.prepare('DELETE FROM ended_delete WHERE kind = ? AND id = ?');
  const removeOld = database.prepare(`
    DELETE FROM ended_delete
    WHERE rowid <= (SELECT max(rowid) FROM ended_delete) - ${maxKept}`);
  const any = database.prepare('SELECT 1 FROM ended_delete LIMIT 1');
  // A gesture may restore thousands of records, and most stores have no ended deletes.
  let isEmpty = any.get() === undefined;
  /** All unanswered creates. `null` after a change, because every page of a reading asks for them. */
  let creates: UnansweredCreate[] | null = null;

  const remove = (kind: RecordKind, id: string): void => {
    creates = null;
    removeOne.run(kind, id);
  };

  const keep = ({ kind, id, snapshot }: EndedDelete, wasMissing: boolean): void => {
    const { sent, followed, unanswered, contested } = snapshot;
    const isNeeded = [sent, followed, unanswered, contested].some(({ length }) => length > 0);
    if (!isNeeded && !wasMissing) return remove(kind, id);
    insert.run(kind, id, snapshot.parentId, Number(wasMissing), JSON.stringify(snapshot));
    removeOld.run();
    isEmpty = false;
    creates = null;
  };

  return {
    /**
     * Keeps the snapshot of a delete that has ended, if it is needed later. `wasMissing` tells if the
     * service may have removed the record only together with an ancestor. If the ancestor is restored,
     * the record comes back too.
     */
    keep,

    /** Returns the snapshot of a record's ended delete and removes it, or returns `null`. */
    take: (kind: RecordKind, id: string): DeleteSnapshot | null => {
      const raw = isEmpty ? undefined : selectOne.get(kind, id);
      if (!raw) return null;
      remove(kind, id);
      return toEnded(raw).snapshot;
    },

    /**
     * Call when others have restored the record itself. If an ancestor comes back later, the delete is not
     * queued again. Returns the conflicts in the snapshot and removes them from it.
     */
    cameBack: (kind: RecordKind, id: string): unknown[] => {
      const raw = isEmpty ? undefined : selectOne.get(kind, id);
      if (!raw) return [];
      const { snapshot } = toEnded(raw);
      keep({ kind, id, snapshot: { ...snapshot, contested: [] } }, false);
      return snapshot.contested;
    },

    /** Returns the unanswered creates of one kind in all snapshots. */
    unansweredCreates: (kind: RecordKind): UnansweredCreate[] => {
      creates ??= selectAll.all().flatMap((raw) => toEnded(raw).snapshot.unanswered);
      return creates.filter((create) => create.kind === kind);
    },

    /**
     * Returns and removes the deletes of children of this record for which `wasMissing` was true.
     */
    takeMissingIn: (kind: RecordKind, id: string): EndedDelete[] => {
      const rows = isEmpty ? [] : selectMissing.all(id);
      const ended = rows.map(toEnded).filter((each) => parentKind[each.kind] === kind);
      for (const each of ended) remove(each.kind, each.id);
      return ended;
    },
  };
};

export type EndedDeletes = ReturnType<typeof createEndedDeletes>;

import type { DatabaseSync } from 'node:sqlite';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { DeleteSnapshot, UnansweredCreate } from './delete-snapshot.ts';
import { toEntry, type OutboxEntry } from './outbox-entry.ts';
import type { SentRequest } from './sent-requests.ts';

/** The parts of the outbox that changes of deletes need. */
type Outbox = {
  forRecord: (kind: RecordKind, id: string) => OutboxEntry[];
  deletes: () => OutboxEntry[];
  unansweredCreates: (kind: RecordKind, id: string) => UnansweredCreate[];
  append: (
    entry: Pick<OutboxEntry, 'kind' | 'id' | 'op'>,
    more: { snapshot: DeleteSnapshot; sent: SentRequest[] },
  ) => void;
};

/** Changes pending deletes and their snapshots, when more is known about the records. */
export const createChangesOfDeletes = (
  database: DatabaseSync,
  { forRecord, deletes, unansweredCreates, append }: Outbox,
) => {
  const selectUnsentDelete = database.prepare(
    `SELECT * FROM outbox WHERE kind = ? AND id = ? AND op = 'delete' AND attempts = 0 ORDER BY seq`,
  );
  const selectOne = database.prepare('SELECT * FROM outbox WHERE seq = ?');
  const setSnapshot = database.prepare('UPDATE outbox SET ground = ? WHERE seq = ?');
  const remove = database.prepare('DELETE FROM outbox WHERE seq = ?');

  /** Adds stamps and versions of descendants to a pending delete. */
  const addToSnapshot = (
    seq: number,
    { held, made }: Partial<Pick<DeleteSnapshot, 'held' | 'made'>>,
  ): void => {
    const row = selectOne.get(seq);
    const snapshot = row ? toEntry(row).snapshot : null;
    if (!snapshot) return;
    const next: DeleteSnapshot = {
      ...snapshot,
      held: { ...snapshot.held, ...held },
      ...(made && { made: { ...snapshot.made, ...made } }),
    };
    setSnapshot.run(JSON.stringify(next), seq);
  };

  return {
    /**
     * Adds stamps of descendants to a pending delete, because sync now knows these versions of them. So
     * these versions do not make the delete a conflict.
     */
    addStamps: (seq: number, held: DeleteSnapshot['held']): void => addToSnapshot(seq, { held }),

    /**
     * Removes the creates of a deleted record, because the service no longer has the record's parent. An
     * unanswered create becomes a part of the delete, because an undo may restore the parent.
     */
    endCreates: (kind: RecordKind, id: string): void => {
      const creates = unansweredCreates(kind, id);
      for (const { seq, op, snapshot } of forRecord(kind, id)) {
        if (op === 'create') remove.run(seq);
        if (!snapshot || creates.length === 0) continue;
        const unanswered = [...snapshot.unanswered, ...creates];
        setSnapshot.run(JSON.stringify({ ...snapshot, unanswered }), seq);
      }
    },

    /**
     * Call when the response to the create of a record arrives after the record was deleted here. If the
     * record has its own pending delete, this function adds the service's version to this delete.
     * Otherwise it adds the record's stamp, and its version unless it is a canvas, to the pending delete of
     * an ancestor.
     *
     * The record's own delete moves to the end of the outbox, so that it is sent only after another
     * reading. Others may have added something to the record. Earlier readings could not recognize this
     * as a part of the record, because the record's service ID was unknown.
     */
    learnMade: (
      kind: RecordKind,
      id: string,
      made: Pick<DeleteSnapshot, 'base' | 'drawing' | 'etag'>,
      stamp: string,
    ): void => {
      const entry = forRecord(kind, id).find(({ op }) => op === 'delete');
      if (entry?.snapshot) {
        remove.run(entry.seq);
        append(entry, { snapshot: { ...entry.snapshot, ...made }, sent: entry.sent });
      }
      if (entry) return;
      const reference = `${kind}:${id}`;
      const around = deletes().find(({ snapshot }) => snapshot?.held[reference] === '');
      if (!around) return;
      const version = kind === 'canvas' ? null : made.base;
      addToSnapshot(around.seq, {
        held: { [reference]: stamp },
        ...(version && { made: { [reference]: version } }),
      });
    },

    /**
     * Adds what a conflict knows to a delete that the person confirmed after seeing the changes of others.
     * This does not change the empty stamps of descendants in conflict, because the person decides about
     * these descendants separately.
     */
    confirmDelete: (
      kind: RecordKind,
      id: string,
      known: Pick<DeleteSnapshot, 'held' | 'sent' | 'followed' | 'unanswered' | 'contested'>,
    ): void => {
      const { seq, snapshot } = forRecord(kind, id).find(({ op }) => op === 'delete') ?? {};
      if (seq === undefined || !snapshot) return;
      const next: DeleteSnapshot = {
        ...snapshot,
        held: { ...snapshot.held, ...known.held },
        sent: [...snapshot.sent, ...known.sent],
        followed: [...snapshot.followed, ...known.followed],
        unanswered: [...snapshot.unanswered, ...known.unanswered],
        contested: [...snapshot.contested, ...known.contested],
      };
      setSnapshot.run(JSON.stringify(next), seq);
    },

    /** Cancels an unsent delete and returns its snapshot, or `null` if there is no such delete. */
    cancelDelete: (kind: RecordKind, id: string): DeleteSnapshot | null => {
      const row = selectUnsentDelete.get(kind, id);
      if (!row) return null;
      const { seq, snapshot } = toEntry(row);
      remove.run(seq);
      return snapshot;
    },

    /**
     * Returns the unanswered creates and the conflicts in the snapshot of a sent delete, and removes them
     * from it.
     */
    takePending: (
      kind: RecordKind,
      id: string,
    ): Pick<DeleteSnapshot, 'unanswered' | 'contested'> => {
      const nothing = { unanswered: [], contested: [] };
      const { seq, snapshot } = forRecord(kind, id).find(({ op }) => op === 'delete') ?? {};
      if (seq === undefined || !snapshot) return nothing;
      setSnapshot.run(JSON.stringify({ ...snapshot, ...nothing }), seq);
      return snapshot;
    },
  };
};

import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Rejection } from '#shared/desktop/sync.ts';
import { recordKindSchema, type RecordKind } from '#shared/records/record-kinds.ts';
import { createChangesOfDeletes } from './changes-of-deletes.ts';
import { insertion } from './database.ts';
import type { DeleteSnapshot, UnansweredCreate } from './delete-snapshot.ts';
import { entryRow, parseFieldNames, toEntry, type OutboxEntry } from './outbox-entry.ts';
import { withoutRepeats, type SentRequest } from './sent-requests.ts';

const unprotected = { sentAfter: null, honorsKey: false };

const queuedRow = entryRow.pick({ seq: true, op: true, kind: true, id: true, attempts: true });
export type QueuedEntry = z.infer<typeof queuedRow>;
const stateRow = entryRow.pick({
  seq: true,
  op: true,
  fields: true,
  attempts: true,
  set_aside: true,
});
const newestRow = entryRow.pick({ seq: true });
const countRow = z.object({ changes: z.number(), rejected: z.number() });

export const createOutbox = (database: DatabaseSync) => {
  const insert = database.prepare(`
    INSERT INTO outbox (kind, id, op, fields, idempotency_key, ground, sent, attempts)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertCreates = insertion(database, 'outbox', [
    'kind',
    'id',
    'op',
    'fields',
    'idempotency_key',
  ]);
  const insertUnanswered = database.prepare(`
    INSERT INTO outbox
      (kind, id, op, fields, idempotency_key, body, attempts, sent_after, honors_key)
    VALUES (?, ?, 'create', '[]', ?, ?, ?, ?, ?)`);
  const selectRecord = database.prepare(
    'SELECT * FROM outbox WHERE kind = ? AND id = ? ORDER BY seq',
  );
  // The other columns may contain drawings, which take long to parse.
  const selectStates = database.prepare(
    'SELECT seq, op, fields, attempts, set_aside FROM outbox WHERE kind = ? AND id = ? ORDER BY seq',
  );
  const selectUnansweredCreates = database.prepare(
    `SELECT * FROM outbox WHERE kind = ? AND id = ? AND op = 'create' AND attempts > 0 ORDER BY seq`,
  );
  const removeRecord = database.prepare('DELETE FROM outbox WHERE kind = ? AND id = ?');
  const selectOne = database.prepare('SELECT * FROM outbox WHERE seq = ?');
  const selectAll = database.prepare('SELECT * FROM outbox ORDER BY seq');
  const setFields = database.prepare(
    'UPDATE outbox SET fields = ?, set_aside = NULL WHERE seq = ?',
  );
  const remove = database.prepare('DELETE FROM outbox WHERE seq = ?');
  const countAttempt = database.prepare(
    'UPDATE outbox SET attempts = attempts + 1, body = ? WHERE seq = ?',
  );
  const setSent = database.prepare('UPDATE outbox SET sent = ?, attempts = ? WHERE seq = ?');
  const noteFirstAttempt = database.prepare(
    'UPDATE outbox SET sent_after = ?, honors_key = ? WHERE seq = ? AND attempts = 0',
  );
  const setRejection = database.prepare(
    'UPDATE outbox SET set_aside = ?, set_aside_problem = ? WHERE seq = ?',
  );
  const clearRejection = database.prepare('UPDATE outbox SET set_aside = NULL WHERE seq = ?');
  const clearAllRejections = database.prepare('UPDATE outbox SET set_aside = NULL');
  const renew = database.prepare(
    'UPDATE outbox SET attempts = 0, sent_after = NULL, honors_key = 0 WHERE seq = ?',
  );
  const setKey = database.prepare('UPDATE outbox SET idempotency_key = ? WHERE seq = ?');
  const selectQueued = database.prepare(
    'SELECT seq, op, kind, id, attempts FROM outbox WHERE op = ? AND seq <= ? ORDER BY seq',
  );
  const selectDeletes = database.prepare(`SELECT * FROM outbox WHERE op = 'delete' ORDER BY seq`);
  const selectUnanswered = database.prepare(
    'SELECT * FROM outbox WHERE kind = ? AND attempts > 0 ORDER BY seq',
  );
  const anyUnsent = database.prepare(
    `SELECT 1 FROM outbox WHERE set_aside IS NULL AND attempts = 0 AND op <> 'delete' LIMIT 1`,
  );
  const anyDelete = database.prepare(
    `SELECT 1 FROM outbox WHERE kind = ? AND id = ? AND op = 'delete'`,
  );
  const anyDeleteOfMuch = database.prepare(`
    SELECT 1 FROM outbox
    WHERE op = 'delete' AND set_aside IS NULL AND kind NOT IN ('mitigation', 'comment') LIMIT 1`);
  const newest = database.prepare('SELECT coalesce(max(seq), 0) AS seq FROM outbox');
  const count = database.prepare(
    `SELECT count(*) AS changes, count(set_aside) AS rejected FROM outbox`,
  );

  const forRecord = (kind: RecordKind, id: string): OutboxEntry[] =>
    selectRecord.all(kind, id).map(toEntry);
  const append = (
    { kind, id, op }: Pick<OutboxEntry, 'kind' | 'id' | 'op'>,
    {
      fields = [],
      snapshot,
      sent = [],
    }: { fields?: string[]; snapshot?: DeleteSnapshot; sent?: SentRequest[] } = {},
  ): void => {
    const snapshotText = snapshot ? JSON.stringify(snapshot) : null;
    const [fieldsText, sentText] = [JSON.stringify(fields), JSON.stringify(sent)];
    insert.run(kind, id, op, fieldsText, randomUUID(), snapshotText, sentText, sent.length);
  };
  const noteSent = (seq: number, sent: readonly SentRequest[]): void =>
    void setSent.run(JSON.stringify(sent), sent.length, seq);
  const isUnsent = ({ attempts }: Pick<OutboxEntry, 'attempts'>): boolean => attempts === 0;
  const deletes = (): OutboxEntry[] => selectDeletes.all().map(toEntry);

  /** Returns the creates of a record that were sent and got no response. */
  const unansweredCreates = (kind: RecordKind, id: string): UnansweredCreate[] =>
    selectUnansweredCreates.all(kind, id).flatMap((row) => {
      const { idempotencyKey, body, attempts, sentAfter, honorsKey } = toEntry(row);
      return body ? [{ kind, id, idempotencyKey, body, attempts, sentAfter, honorsKey }] : [];
    });

  /** Queues an unanswered create again, because the record or an ancestor was restored. */
  const resume = (create: UnansweredCreate): void => {
    const { kind, id, idempotencyKey, body, attempts, sentAfter, honorsKey } = create;
    const text = JSON.stringify(body);
    insertUnanswered.run(kind, id, idempotencyKey, text, attempts, sentAfter, Number(honorsKey));
  };

  const changesOfDeletes = createChangesOfDeletes(database, {
    forRecord,
    deletes,
    unansweredCreates,
    append,
  });

  return {
    all: (): OutboxEntry[] => selectAll.all().map(toEntry),
    find: (seq: number): OutboxEntry | null => {
      const row = selectOne.get(seq);
      return row ? toEntry(row) : null;
    },
    forRecord,
    /** Returns the position of the newest entry. */
    newestSeq: (): number => newestRow.parse(newest.get()).seq,

    counts: (): { changes: number; rejected: number } => countRow.parse(count.get()),

    /** Returns the entries of one operation up to the position `upTo`, without their data. */
    queued: (op: OutboxEntry['op'], upTo: number): QueuedEntry[] =>
      selectQueued.all(op, upTo).map((row) => queuedRow.parse(row)),

    deletes,

    /** Returns the updates of a record that got no response yet, newest first. */
    sentOf: (kind: RecordKind, id: string): SentRequest[] =>
      forRecord(kind, id)
        .filter(({ op }) => op === 'update')
        .flatMap(({ sent }) => sent),

    unansweredCreates,

    /** Tells if the record has a delete that is pending, or that was sent and then undone. */
    hasDelete: (kind: RecordKind, id: string): boolean => anyDelete.get(kind, id) !== undefined,

    /** Returns the entries of a kind that were sent and got no response. */
    unanswered: (kind: RecordKind): OutboxEntry[] => selectUnanswered.all(kind).map(toEntry),

    hasUnsent: (): boolean => anyUnsent.get() !== undefined,

    /** Tells if a pending delete may remove other records too. */
    hasDeletesOfMuch: (): boolean => anyDeleteOfMuch.get() !== undefined,

    /**
     * Queues a create. If a create of the record is already queued, nothing is added, because that
     * create will send the current values.
     */
    create: (kind: RecordKind, id: string): void => {
      const known = forRecord(kind, id).find(({ op }) => op === 'create');
      if (!known) return append({ kind, id, op: 'create' });
      if (known.rejection !== null) clearRejection.run(known.seq);
    },

    /** Queues the creates of many records that this store has never had (`never-seen.ts`). */
    createAll: (records: readonly Pick<OutboxEntry, 'kind' | 'id'>[]): void =>
      insertCreates(records.map(({ kind, id }) => [kind, id, 'create', '[]', randomUUID()])),

    resume,

    /**
     * Queues an entry for a delete that an undo reverted after the service had processed the delete.
     * Sync does not send the delete again, but restores the record at the service.
     */
    undoneDelete: (kind: RecordKind, id: string, parentId: string | null): void =>
      append(
        { kind, id, op: 'delete' },
        {
          snapshot: {
            base: null,
            drawing: null,
            parentId,
            etag: null,
            held: {},
            sent: [],
            followed: [],
            unanswered: [],
            contested: [],
          },
          sent: [{ body: null, ifMatch: null }],
        },
      ),

    /**
     * Queues a delete again that ended only because the service did not show the record. If the snapshot
     * has an unanswered create of the record itself, this create is queued before the delete.
     */
    requeueDelete: (
      { kind, id }: Pick<OutboxEntry, 'kind' | 'id'>,
      ended: DeleteSnapshot,
    ): void => {
      const isOwn = (create: UnansweredCreate): boolean => create.kind === kind && create.id === id;
      for (const create of ended.unanswered.filter(isOwn)) resume(create);
      const unanswered = ended.unanswered.filter((create) => !isOwn(create));
      append({ kind, id, op: 'delete' }, { snapshot: { ...ended, unanswered } });
    },

    /**
     * Queues the unanswered requests of a restored record and of its descendants again, as updates. The
     * updates stay queued until the unanswered requests can no longer have an effect.
     */
    followAll: (
      { kind, id }: Pick<OutboxEntry, 'kind' | 'id'>,
      snapshot: Pick<DeleteSnapshot, 'sent' | 'followed'> | null,
    ): void => {
      for (const each of [
        { kind, id, sent: snapshot?.sent ?? [] },
        ...(snapshot?.followed ?? []),
      ]) {
        if (each.sent.length > 0) append({ ...each, op: 'update' }, { sent: each.sent });
      }
    },

    /**
     * Queues an update of some fields, and retries rejected updates of the record. If an unsent update is
     * queued, the fields are added to it. If an unsent create is queued, no update is needed, because the
     * create will send the current values.
     */
    update: (kind: RecordKind, id: string, fields: string[]): void => {
      const entries = selectStates.all(kind, id).map((row) => stateRow.parse(row));
      const last = entries.at(-1);
      for (const { seq, op, set_aside: reason } of entries) {
        if (op === 'update' && reason !== null) clearRejection.run(seq);
      }
      if (last?.op === 'create' && isUnsent(last)) {
        if (last.set_aside !== null) clearRejection.run(last.seq);
        return;
      }
      if (last?.op === 'update' && isUnsent(last)) {
        const all = new Set([...parseFieldNames(last.fields), ...fields]);
        setFields.run(JSON.stringify([...all]), last.seq);
      } else {
        append({ kind, id, op: 'update' }, { fields });
      }
    },

    /**
     * Queues a delete and removes the other entries of the record and its descendants. `known` tells if
     * the service has the record.
     */
    delete: (
      kind: RecordKind,
      id: string,
      snapshot: Omit<DeleteSnapshot, 'unanswered' | 'followed'>,
      known: boolean,
    ): void => {
      let mayExist = known;
      const sent: SentRequest[] = [];
      const earlier = forRecord(kind, id).find(({ op }) => op === 'delete')?.snapshot;
      for (const entry of forRecord(kind, id)) {
        if (entry.op === 'delete') sent.push(...entry.sent);
        if (entry.op === 'create' && !isUnsent(entry)) {
          // The service may have processed the create, so the entry of the create stays. Sync sends the
          // create again with its key, and then the delete.
          mayExist = true;
          clearRejection.run(entry.seq);
        } else remove.run(entry.seq);
      }
      const unanswered: UnansweredCreate[] = [];
      const followed: DeleteSnapshot['followed'] = [...(earlier?.followed ?? [])];
      for (const reference of Object.keys(snapshot.held)) {
        const [kindBelow, idBelow] = splitReference(reference);
        unanswered.push(...unansweredCreates(kindBelow, idBelow));
        const entriesBelow = forRecord(kindBelow, idBelow);
        const sentBelow = entriesBelow.flatMap((entry) => [
          ...entry.sent,
          ...(entry.snapshot?.sent ?? []),
        ]);
        followed.push(...entriesBelow.flatMap(({ snapshot: own }) => own?.followed ?? []));
        if (sentBelow.length > 0) followed.push({ kind: kindBelow, id: idBelow, sent: sentBelow });
        removeRecord.run(kindBelow, idBelow);
      }
      if (!mayExist) return;
      // An earlier delete that was undone knows requests that are still unanswered.
      const ownSent = [...snapshot.sent, ...(earlier?.sent ?? [])];
      const whole = { ...snapshot, sent: ownSent, unanswered, followed };
      append({ kind, id, op: 'delete' }, { snapshot: whole, sent });
    },

    ...changesOfDeletes,

    /**
     * Counts an attempt. Call before the request is sent, so that the app still knows after a crash that
     * the request may have arrived.
     */
    countAttempt: (
      seq: number,
      body: Record<string, unknown> | null,
      { sentAfter, honorsKey }: Pick<OutboxEntry, 'sentAfter' | 'honorsKey'> = unprotected,
    ): void => {
      noteFirstAttempt.run(sentAfter, Number(honorsKey), seq);
      countAttempt.run(body && JSON.stringify(body), seq);
    },
    /**
     * Like `countAttempt`, but for an update or a delete. `earlier` has the requests that may still have
     * an effect.
     */
    countSent: (seq: number, request: SentRequest, earlier: readonly SentRequest[]): void =>
      // The newest request stays apart from an equal earlier one, because `renew` removes only the newest.
      noteSent(seq, [request, ...withoutRepeats(earlier)]),

    /**
     * Makes an entry unsent again after the service rejected the newest request of the entry, because a
     * rejected request has no effect. The entry keeps its earlier unanswered requests. A create keeps
     * its body and its key. If the network delivers the rejected request again later, the key prevents a
     * second record.
     */
    renew: (seq: number): void => {
      const row = selectOne.get(seq);
      const earlier = row ? toEntry(row).sent.slice(1) : [];
      renew.run(seq);
      noteSent(seq, earlier);
    },
    /** Gives a create another idempotency key, because its next body is different. */
    setKey: (seq: number, key: string): void => void setKey.run(key, seq),
    retry: (seq: number): void => void clearRejection.run(seq),
    retryAll: (): void => void clearAllRejections.run(),
    reject: (seq: number, { problem, reason }: Rejection): void =>
      void setRejection.run(reason, problem, seq),
    finish: (seq: number): void => void remove.run(seq),
  };
};

export const splitReference = (reference: string): [RecordKind, string] => {
  const at = reference.indexOf(':');
  return [recordKindSchema.parse(reference.slice(0, at)), reference.slice(at + 1)];
};

export type Outbox = ReturnType<typeof createOutbox>;

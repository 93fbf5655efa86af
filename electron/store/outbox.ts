import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { canvasDocumentSchema } from '#shared/canvas/document.ts';
import { recordKindSchema, type RecordKind } from '#shared/desktop/records.ts';
import { parseValues } from './records.ts';

const entryRow = z.object({
  seq: z.number(),
  kind: recordKindSchema,
  id: z.string(),
  op: z.enum(['create', 'update', 'delete']),
  fields: z.string(),
  idempotency_key: z.string(),
  body: z.string().nullable(),
  attempts: z.number(),
  set_aside: z.string().nullable(),
  ground: z.string().nullable(),
  sent_after: z.string().nullable(),
});

/** A create that left without an answer, so that the service may have made the record. */
const unansweredSchema = z.object({
  kind: recordKindSchema,
  id: z.string(),
  idempotencyKey: z.string(),
  body: z.record(z.string(), z.unknown()),
  attempts: z.number(),
});
export type UnansweredCreate = z.infer<typeof unansweredSchema>;

/**
 * What was deleted, as the service last had it: whether anybody changed it since is seen before the
 * delete is sent. `held` has a stamp of everything that went with it, by `kind:id`.
 */
const groundSchema = z.object({
  base: z.record(z.string(), z.unknown()).nullable(),
  drawing: canvasDocumentSchema.nullable(),
  parentId: z.string().nullable(),
  etag: z.string().nullable(),
  held: z.record(z.string(), z.string()),
  /** Of a change before it whose answer was lost: what the service may have taken from us. */
  sent: z.record(z.string(), z.unknown()).nullable().default(null),
  /** Of what went with it: what the service may have made, and nobody else. */
  unanswered: z.array(unansweredSchema).default([]),
});
export type DeleteGround = z.infer<typeof groundSchema>;

/**
 * What the service has not been told yet. An entry names the record and, for an update, its changed
 * fields; the values are read when it is sent, so it always sends what the person sees.
 */
export type OutboxEntry = {
  seq: number;
  kind: RecordKind;
  id: string;
  op: 'create' | 'update' | 'delete';
  fields: string[];
  idempotencyKey: string;
  /** What a create sent at its first attempt; its repetition must be the same to the letter. */
  body: Record<string, unknown> | null;
  attempts: number;
  setAside: string | null;
  /** Of a delete. */
  ground: DeleteGround | null;
  /** Of a create that left: a time of the service before that; `null` where none was known. */
  sentAfter: string | null;
};

export const toEntry = (raw: unknown): OutboxEntry => {
  const row = entryRow.parse(raw);
  return {
    seq: row.seq,
    kind: row.kind,
    id: row.id,
    op: row.op,
    fields: z.array(z.string()).parse(JSON.parse(row.fields)),
    idempotencyKey: row.idempotency_key,
    body: row.body === null ? null : parseValues(row.body),
    attempts: row.attempts,
    setAside: row.set_aside,
    ground: row.ground === null ? null : groundSchema.parse(JSON.parse(row.ground)),
    sentAfter: row.sent_after,
  };
};

const queuedRow = entryRow.pick({ seq: true, op: true, kind: true, id: true, attempts: true });
export type QueuedEntry = z.infer<typeof queuedRow>;

export const createOutbox = (database: DatabaseSync) => {
  const insert = database.prepare(
    'INSERT INTO outbox (kind, id, op, fields, idempotency_key, ground) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const insertUnanswered = database.prepare(`
    INSERT INTO outbox (kind, id, op, fields, idempotency_key, body, attempts)
    VALUES (?, ?, 'create', '[]', ?, ?, ?)`);
  const selectRecord = database.prepare(
    'SELECT * FROM outbox WHERE kind = ? AND id = ? ORDER BY seq',
  );
  const selectUnsentDelete = database.prepare(
    `SELECT * FROM outbox WHERE kind = ? AND id = ? AND op = 'delete' AND attempts = 0 ORDER BY seq`,
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
  const setGround = database.prepare('UPDATE outbox SET ground = ? WHERE seq = ?');
  const remove = database.prepare('DELETE FROM outbox WHERE seq = ?');
  const countAttempt = database.prepare(
    `UPDATE outbox SET attempts = attempts + 1, body = ?, sent_after = coalesce(sent_after, ?)
     WHERE seq = ?`,
  );
  const setAside = database.prepare('UPDATE outbox SET set_aside = ? WHERE seq = ?');
  const takeUpAgain = database.prepare('UPDATE outbox SET set_aside = NULL WHERE seq = ?');
  const takeAllUpAgain = database.prepare('UPDATE outbox SET set_aside = NULL');
  const renew = database.prepare(
    `UPDATE outbox SET attempts = 0, body = NULL, sent_after = NULL, idempotency_key = ?
     WHERE seq = ?`,
  );
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
  const anyDeleteOfMuch = database.prepare(`
    SELECT 1 FROM outbox
    WHERE op = 'delete' AND set_aside IS NULL AND kind NOT IN ('mitigation', 'comment') LIMIT 1`);
  const newest = database.prepare('SELECT coalesce(max(seq), 0) AS seq FROM outbox');
  const count = database.prepare(
    `SELECT count(*) AS waiting, count(set_aside) AS setAside FROM outbox`,
  );

  const forRecord = (kind: RecordKind, id: string): OutboxEntry[] =>
    selectRecord.all(kind, id).map(toEntry);
  const append = (
    { kind, id, op }: Pick<OutboxEntry, 'kind' | 'id' | 'op'>,
    { fields = [], ground }: { fields?: string[]; ground?: DeleteGround } = {},
  ): void => {
    const groundText = ground ? JSON.stringify(ground) : null;
    insert.run(kind, id, op, JSON.stringify(fields), randomUUID(), groundText);
  };
  const isUnsent = (entry: OutboxEntry): boolean => entry.attempts === 0;

  return {
    all: (): OutboxEntry[] => selectAll.all().map(toEntry),
    find: (seq: number): OutboxEntry | null => {
      const row = selectOne.get(seq);
      return row ? toEntry(row) : null;
    },
    forRecord,
    /** The place of the entry that was queued last. */
    newestSeq: (): number => z.object({ seq: z.number() }).parse(newest.get()).seq,

    counts: (): { waiting: number; setAside: number } =>
      z.object({ waiting: z.number(), setAside: z.number() }).parse(count.get()),

    /** The entries of one operation up to a place, without what they carry. */
    queued: (op: OutboxEntry['op'], upTo: number): QueuedEntry[] =>
      selectQueued.all(op, upTo).map((row) => queuedRow.parse(row)),

    deletes: (): OutboxEntry[] => selectDeletes.all().map(toEntry),

    /** What a change has sent whose answer is not known. */
    sentOf: (kind: RecordKind, id: string): Record<string, unknown> | null =>
      forRecord(kind, id).find(({ op, attempts }) => op === 'update' && attempts > 0)?.body ?? null,

    /** What left without an answer. */
    unanswered: (kind: RecordKind): OutboxEntry[] => selectUnanswered.all(kind).map(toEntry),

    hasUnsent: (): boolean => anyUnsent.get() !== undefined,

    /** Whether a delete waits that may take other records along. */
    hasDeletesOfMuch: (): boolean => anyDeleteOfMuch.get() !== undefined,

    /** One that is queued already sends what the record is then, and makes it once. */
    create: (kind: RecordKind, id: string): void => {
      const known = forRecord(kind, id).find(({ op }) => op === 'create');
      if (!known) return append({ kind, id, op: 'create' });
      if (known.setAside !== null) takeUpAgain.run(known.seq);
    },

    /** What it waited for was brought back: it waits for its answer again. */
    resume: ({ kind, id, idempotencyKey, body, attempts }: UnansweredCreate): void =>
      void insertUnanswered.run(kind, id, idempotencyKey, JSON.stringify(body), attempts),

    /** Joins an update that was not sent yet; a create that was not sent carries it anyway. */
    update: (kind: RecordKind, id: string, fields: string[]): void => {
      const last = forRecord(kind, id).at(-1);
      if (last?.op === 'create' && isUnsent(last)) {
        if (last.setAside !== null) takeUpAgain.run(last.seq);
        return;
      }
      if (last?.op === 'update' && isUnsent(last)) {
        setFields.run(JSON.stringify([...new Set([...last.fields, ...fields])]), last.seq);
      } else {
        append({ kind, id, op: 'update' }, { fields });
      }
    },

    /**
     * `known`: the service has the record. Whatever waited for it and for what it holds need not
     * be sent any more.
     */
    delete: (
      kind: RecordKind,
      id: string,
      ground: Omit<DeleteGround, 'unanswered'>,
      known: boolean,
    ): void => {
      let isSomewhereOnItsWay = known;
      for (const entry of forRecord(kind, id)) {
        if (entry.op === 'create' && !isUnsent(entry)) {
          // It may have arrived: the create is repeated by its key, then deleted.
          isSomewhereOnItsWay = true;
        } else remove.run(entry.seq);
      }
      const unanswered: UnansweredCreate[] = [];
      for (const reference of Object.keys(ground.held)) {
        const [heldKind, heldId] = splitReference(reference);
        for (const row of selectUnansweredCreates.all(heldKind, heldId)) {
          const { idempotencyKey, body, attempts } = toEntry(row);
          if (body) unanswered.push({ kind: heldKind, id: heldId, idempotencyKey, body, attempts });
        }
        removeRecord.run(heldKind, heldId);
      }
      if (!isSomewhereOnItsWay) return;
      append({ kind, id, op: 'delete' }, { ground: { ...ground, unanswered } });
    },

    /** Of a delete: something that it takes along, as the service is now known to have it. */
    learnHeld: (seq: number, reference: string, stamp: string): void => {
      const row = selectOne.get(seq);
      const ground = row ? toEntry(row).ground : null;
      if (!ground) return;
      const held = { ...ground.held, [reference]: stamp };
      setGround.run(JSON.stringify({ ...ground, held }), seq);
    },

    /** Of a delete that waited for its create: what the service has made of it. */
    learnGround: (
      kind: RecordKind,
      id: string,
      made: Pick<DeleteGround, 'base' | 'drawing' | 'etag'>,
    ): void => {
      const entry = forRecord(kind, id).find(({ op }) => op === 'delete');
      if (entry?.ground) setGround.run(JSON.stringify({ ...entry.ground, ...made }), entry.seq);
    },

    /** Of a delete that the person asked for again, knowing what others have changed in it. */
    acceptHeld: (kind: RecordKind, id: string, held: DeleteGround['held']): void => {
      const entry = forRecord(kind, id).find(({ op }) => op === 'delete');
      if (!entry?.ground) return;
      // What was contested inside of it, and not decided by itself, is not accepted with it.
      const ground = { ...entry.ground, held: { ...entry.ground.held, ...held } };
      setGround.run(JSON.stringify(ground), entry.seq);
    },

    /** Takes back a delete that was not sent; what it knew of the record, if there was one. */
    cancelDelete: (kind: RecordKind, id: string): DeleteGround | null => {
      const row = selectUnsentDelete.get(kind, id);
      if (!row) return null;
      const { seq, ground } = toEntry(row);
      remove.run(seq);
      return ground;
    },

    /** Written before the request leaves, so that a crash cannot forget that it may have arrived. */
    countAttempt: (
      seq: number,
      body: Record<string, unknown> | null,
      sentAfter: string | null = null,
    ): void => void countAttempt.run(body && JSON.stringify(body), sentAfter, seq),
    /** A refused request left nothing behind, so the next attempt is a first one. */
    renew: (seq: number): void => void renew.run(randomUUID(), seq),
    tryAgain: (seq: number): void => void takeUpAgain.run(seq),
    tryAllAgain: (): void => void takeAllUpAgain.run(),
    setAside: (seq: number, reason: string): void => void setAside.run(reason, seq),
    done: (seq: number): void => void remove.run(seq),
  };
};

export const splitReference = (reference: string): [RecordKind, string] => {
  const at = reference.indexOf(':');
  return [recordKindSchema.parse(reference.slice(0, at)), reference.slice(at + 1)];
};

export type Outbox = ReturnType<typeof createOutbox>;

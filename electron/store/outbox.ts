import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
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
});

/**
 * What the service has not been told yet. An entry names the record and, for an update, its changed
 * fields; the values are read when it is sent, so it always sends what the person sees. For a
 * delete, `fields` are the ids of everything that went with it, as `kind:id`.
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
};

const toEntry = (raw: unknown): OutboxEntry => {
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
  };
};

export const createOutbox = (database: DatabaseSync) => {
  const insert = database.prepare(
    'INSERT INTO outbox (kind, id, op, fields, idempotency_key) VALUES (?, ?, ?, ?, ?)',
  );
  const selectRecord = database.prepare(
    'SELECT * FROM outbox WHERE kind = ? AND id = ? ORDER BY seq',
  );
  const selectOne = database.prepare('SELECT * FROM outbox WHERE seq = ?');
  const selectAll = database.prepare('SELECT * FROM outbox ORDER BY seq');
  const setFields = database.prepare(
    'UPDATE outbox SET fields = ?, set_aside = NULL WHERE seq = ?',
  );
  const remove = database.prepare('DELETE FROM outbox WHERE seq = ?');
  const countAttempt = database.prepare(
    'UPDATE outbox SET attempts = attempts + 1, body = ? WHERE seq = ?',
  );
  // A refused request left nothing behind, so the next attempt is a first one.
  const setAside = database.prepare(`
    UPDATE outbox SET set_aside = ?, attempts = 0, body = NULL, idempotency_key = ? WHERE seq = ?`);
  const takeUpAgain = database.prepare('UPDATE outbox SET set_aside = NULL WHERE seq = ?');
  const count = database.prepare(
    `SELECT count(*) AS waiting, count(set_aside) AS setAside FROM outbox`,
  );

  const forRecord = (kind: RecordKind, id: string): OutboxEntry[] =>
    selectRecord.all(kind, id).map(toEntry);
  const append = (kind: RecordKind, id: string, op: OutboxEntry['op'], fields: string[]): void => {
    insert.run(kind, id, op, JSON.stringify(fields), randomUUID());
  };
  const isUnsent = (entry: OutboxEntry): boolean => entry.attempts === 0;

  return {
    all: (): OutboxEntry[] => selectAll.all().map(toEntry),
    find: (seq: number): OutboxEntry | null => {
      const row = selectOne.get(seq);
      return row ? toEntry(row) : null;
    },
    forRecord,

    counts: (): { waiting: number; setAside: number } =>
      z.object({ waiting: z.number(), setAside: z.number() }).parse(count.get()),

    create: (kind: RecordKind, id: string): void => append(kind, id, 'create', []),

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
        append(kind, id, 'update', fields);
      }
    },

    /**
     * `known`: the service has the record. Whatever waited for it and for what it holds
     * (`held`, as `kind:id`) need not be sent any more.
     */
    delete: (kind: RecordKind, id: string, held: readonly string[], known: boolean): void => {
      let isSomewhereOnItsWay = known;
      for (const reference of [`${kind}:${id}`, ...held]) {
        const [heldKind, heldId] = splitReference(reference);
        for (const entry of forRecord(heldKind, heldId)) {
          const isRoot = heldKind === kind && heldId === id;
          if (isRoot && entry.op === 'create' && !isUnsent(entry)) {
            // It may have arrived: the create is repeated by its key, then deleted.
            isSomewhereOnItsWay = true;
          } else {
            remove.run(entry.seq);
          }
        }
      }
      if (isSomewhereOnItsWay) append(kind, id, 'delete', [...held]);
    },

    /** Takes back a delete that was not sent; tells whether there was one. */
    cancelDelete: (kind: RecordKind, id: string): boolean => {
      const entry = forRecord(kind, id).find((each) => each.op === 'delete' && isUnsent(each));
      if (entry) remove.run(entry.seq);
      return entry !== undefined;
    },

    /** Written before the request leaves, so that a crash cannot forget that it may have arrived. */
    countAttempt: (seq: number, body: Record<string, unknown> | null): void =>
      void countAttempt.run(body && JSON.stringify(body), seq),
    setAside: (seq: number, reason: string): void => void setAside.run(reason, randomUUID(), seq),
    done: (seq: number): void => void remove.run(seq),
  };
};

export const splitReference = (reference: string): [RecordKind, string] => {
  const at = reference.indexOf(':');
  return [recordKindSchema.parse(reference.slice(0, at)), reference.slice(at + 1)];
};

export type Outbox = ReturnType<typeof createOutbox>;

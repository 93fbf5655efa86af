import { z } from 'zod';
import { rejectionProblemSchema, type Rejection } from '#shared/desktop/sync.ts';
import { recordKindSchema, type RecordKind } from '#shared/records/record-kinds.ts';
import { snapshotSchema, type DeleteSnapshot } from './delete-snapshot.ts';
import { parseValues } from './records.ts';
import { sentSchema, type SentRequest } from './sent-requests.ts';

export const entryRow = z.object({
  seq: z.number(),
  kind: recordKindSchema,
  id: z.string(),
  op: z.enum(['create', 'update', 'delete']),
  fields: z.string(),
  idempotency_key: z.string(),
  body: z.string().nullable(),
  attempts: z.number(),
  set_aside: z.string().nullable(),
  /**
   * salvage.ts reads a damaged store without migrating it. If an earlier version of the app wrote the
   * store, this column is missing.
   */
  set_aside_problem: rejectionProblemSchema.nullable().catch(null),
  ground: z.string().nullable(),
  sent: z.string(),
  sent_after: z.string().nullable(),
  honors_key: z.number(),
});

/**
 * A pending change. An entry names the record and, for an update, the changed fields. The values
 * are read when the entry is sent, so the service gets what the person sees.
 */
export type OutboxEntry = {
  seq: number;
  kind: RecordKind;
  id: string;
  op: 'create' | 'update' | 'delete';
  fields: string[];
  idempotencyKey: string;
  /**
   * The body of the first attempt of a create, because retries must repeat it exactly. It is `null`
   * before that attempt, and for updates and deletes.
   */
  body: Record<string, unknown> | null;
  attempts: number;
  /** The reason why the service rejected the change; `null` while the change is pending. */
  rejection: Rejection | null;
  /** The delete snapshot of a delete; `null` for creates and updates. */
  snapshot: DeleteSnapshot | null;
  /**
   * The attempts of an update or a delete that got no response, newest first. The list is empty for a
   * create.
   */
  sent: SentRequest[];
  /**
   * For a create that was sent: the newest time of the service that was known before the first attempt.
   * It is `null` if no time was known, and for all other entries.
   */
  sentAfter: string | null;
  /**
   * For a create that was sent: true if the service was known to support idempotency keys at the first
   * attempt. If it supports them only later, it did not store the key of that attempt.
   */
  honorsKey: boolean;
};

const fieldNames = z.array(z.string());

export const parseFieldNames = (text: string): string[] => fieldNames.parse(JSON.parse(text));

export const toEntry = (raw: unknown): OutboxEntry => {
  const row = entryRow.parse(raw);
  return {
    seq: row.seq,
    kind: row.kind,
    id: row.id,
    op: row.op,
    fields: parseFieldNames(row.fields),
    idempotencyKey: row.idempotency_key,
    body: row.body === null ? null : parseValues(row.body),
    attempts: row.attempts,
    rejection:
      row.set_aside === null ? null : { problem: row.set_aside_problem, reason: row.set_aside },
    snapshot: row.ground === null ? null : snapshotSchema.parse(JSON.parse(row.ground)),
    sent: z.array(sentSchema).parse(JSON.parse(row.sent)),
    sentAfter: row.sent_after,
    honorsKey: row.honors_key !== 0,
  };
};

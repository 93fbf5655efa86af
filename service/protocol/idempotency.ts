import { createHash } from 'node:crypto';
import { fromJson, toJson } from '../database/json-text.ts';
import type { Database } from '../database/schema.ts';
import type { Answer } from './answer.ts';
import { Refusal } from './refusal.ts';

export type RepeatableRequest = {
  /** The `Idempotency-Key` header. */
  key: string;
  userId: string;
  /** Method and path. Together with the body they identify the request. */
  target: string;
  bytes: Uint8Array;
};

const retentionHours = 24;
const longestKey = 255;

/**
 * Serves a request only once for each key. A repetition within a day gets the first response, and a
 * different request with the same key gets 409. Of two concurrent requests, the second waits for the
 * first.
 *
 * The transaction of the write also stores the key and the response, so that a failed write leaves
 * neither.
 */
export const once = async (
  database: Database,
  request: RepeatableRequest,
  now: string,
  serve: () => Promise<Answer>,
): Promise<Answer> => {
  if (request.key.length > longestKey) {
    throw new Refusal(
      'validation_failed',
      `Idempotency-Key may be at most ${longestKey} characters`,
    );
  }
  const record = { user_id: request.userId, key: request.key, request_hash: hashOf(request) };
  const unanswered = { created_at: now, status: 0, headers: toJson({}), body: null };
  const taken = await database
    .insertInto('idempotent_answers')
    .values({ ...record, ...unanswered })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'key'])
        .doUpdateSet({ ...record, ...unanswered })
        .where('idempotent_answers.created_at', '<=', outlived(now)),
    )
    .executeTakeFirst();
  if (taken.numInsertedOrUpdatedRows !== 1n) return await firstAnswer(database, record);

  const answer = await serve();
  await database
    .updateTable('idempotent_answers')
    .set({ ...answer, headers: toJson(answer.headers) })
    .where('user_id', '=', request.userId)
    .where('key', '=', request.key)
    .execute();
  return answer;
};

const firstAnswer = async (
  database: Database,
  { user_id, key, request_hash }: { user_id: string; key: string; request_hash: string },
): Promise<Answer> => {
  const first = await database
    .selectFrom('idempotent_answers')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (first.request_hash !== request_hash) {
    throw new Refusal('conflict', 'this Idempotency-Key was already used for a different request');
  }
  return { status: first.status, headers: fromJson(first.headers), body: first.body };
};

const outlived = (now: string): string =>
  new Date(Date.parse(now) - retentionHours * 3_600_000).toISOString();

/** Deletes expired keys to save space. Requests ignore a key as soon as it has expired. */
export const forgetAnswers = async (database: Database, now: string): Promise<void> => {
  await database
    .deleteFrom('idempotent_answers')
    .where('created_at', '<=', outlived(now))
    .execute();
};

const hashOf = ({ target, bytes }: RepeatableRequest): string =>
  createHash('sha256').update(`${target}\n`).update(bytes).digest('hex');

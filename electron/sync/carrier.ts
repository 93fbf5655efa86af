import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import {
  batchLimit,
  batchLimitHeader,
  partBody,
  partMethod,
  type BatchPart,
} from '#shared/api/batch.ts';
import { answerOf } from '../connection/answer-body.ts';
import { AnswerLost } from '../connection/answer-failures.ts';
import type { Outbound, SyncClient } from '../connection/api-client.ts';
import { strongTagIn } from './endpoints.ts';
import { classifyFailure } from './outcome.ts';

/**
 * The size of a batch, in bytes, from which no more requests are added. A request above this size is
 * sent alone, so a batch has at most twice this size. Even a slow connection can transfer that before
 * the timeout.
 */
const maxBytes = 524_288;
/**
 * The estimated size of a drawing in an answer, in bytes. The real size is unknown before the answer
 * arrives.
 */
const bytesOfDrawing = maxBytes / 16;

const answers = z.array(
  z.object({
    status: z.number().int().min(200).max(599),
    headers: z.record(z.string(), z.string()),
    body: z.unknown(),
  }),
);
type PartAnswer = z.infer<typeof answers>[number];

/** A request that waits for the next batch. */
type Parcel = Outbound & {
  text: string;
  bytes: number;
  answer: PromiseWithResolvers<Response>;
  /** True if the request was already answered 401 in a batch. */
  wasUnauthorized: boolean;
};

type Departures = {
  /** Called between two batches, when no request is in flight. */
  between: () => Promise<void>;
  /** Returns true if nothing more may be sent. */
  isOver: () => boolean;
};

const limitIn = (headers: Headers): number => {
  const limit = Math.trunc(Number(headers.get(batchLimitHeader)));
  return limit > 1 ? Math.min(limit, batchLimit) : 1;
};

const partOf = ({ request: { method, headers }, path, text }: Parcel): BatchPart => {
  const idempotencyKey = headers.get('idempotency-key');
  const ifMatch = headers.get('if-match');
  const ifNoneMatch = headers.get('if-none-match');
  return {
    method: partMethod.parse(method),
    path,
    ...(idempotencyKey !== null && { idempotencyKey }),
    ...(ifMatch !== null && { ifMatch }),
    ...(ifNoneMatch !== null && { ifNoneMatch }),
    ...(text !== '' && { body: partBody.parse(JSON.parse(text)) }),
  };
};

/** Returns the answer that the request would have had if it had been sent alone. */
const responseOf = ({ status, headers, body }: PartAnswer): Response => {
  const text = body === null ? '' : JSON.stringify(body);
  return answerOf(new Response(null, { status, headers }), new TextEncoder().encode(text));
};

/**
 * Sends the requests of many tasks, in batches if the service supports batches, otherwise one by one. A
 * task waits for the answer to its request, and works in the same way with and without batches.
 */
export const createCarrier = (client: SyncClient, signal: AbortSignal) => {
  /**
   * The highest number of requests that the service accepts in a batch; 1 until the service reports
   * more.
   */
  let limit = 1;
  let hasTags = false;
  /**
   * The maximum number of requests in the next batch. It is doubled after an answered batch, halved
   * after an unanswered one, and set to 1 after a rejected one.
   */
  let size = 1;
  let running = 0;
  let waiting: Parcel[] = [];
  let wake = (): void => undefined;

  const onHeaders = (headers: Headers): void => {
    hasTags ||= strongTagIn(headers) !== null;
    if (limit > 1) return;
    limit = limitIn(headers);
    size = limit;
  };

  const isRunning = (): boolean => running > 0;

  /** Resolves when each started task has ended or waits for its request to be sent. */
  const quiet = async (): Promise<void> => {
    while (waiting.length < running) {
      const woken = Promise.withResolvers<void>();
      wake = woken.resolve;
      await woken.promise;
    }
  };

  const carry = async (outbound: Outbound): Promise<Response> => {
    if (!isRunning()) return await outbound.alone();
    const { request, path } = outbound;
    const text = await request.clone().text();
    const isDrawing = request.method === 'GET' && path.startsWith('/canvases/');
    const answer = Promise.withResolvers<Response>();
    const bytes = isDrawing ? bytesOfDrawing : text.length;
    waiting.push({ ...outbound, text, bytes, answer, wasUnauthorized: false });
    wake();
    return await answer.promise;
  };

  const isLoaded = (): boolean =>
    running >= size || waiting.reduce((sum, { bytes }) => sum + bytes, 0) >= maxBytes;

  /** Removes the requests of the next batch from `waiting` and returns them. */
  const load = (): Parcel[] => {
    let before = 0;
    const end = waiting.findIndex(({ bytes }, index) => {
      const isFull = index >= size || before >= maxBytes || (index > 0 && bytes > maxBytes);
      before += bytes;
      return isFull;
    });
    return waiting.splice(0, end === -1 ? waiting.length : end);
  };

  const turnBack = (parcels: readonly Parcel[], reason: unknown): void => {
    for (const { answer } of parcels) answer.reject(reason);
  };

  const sendAlone = async (parcel: Parcel): Promise<void> => {
    try {
      parcel.answer.resolve(await parcel.alone());
      size = Math.min(limit, size * 2);
    } catch (error) {
      turnBack([parcel], error);
    }
  };

  /**
   * Tells if a request must be sent again because the service skipped it: the token had expired, or the
   * service ran out of time for the batch.
   */
  const goesAgain = (parcel: Parcel, { status }: PartAnswer, first: PartAnswer): boolean => {
    if (status === 429) return first.status !== 429;
    if (status !== 401 || parcel.wasUnauthorized) return false;
    parcel.wasUnauthorized = true;
    return true;
  };

  const deliver = async (parcels: readonly Parcel[], given: PartAnswer[]): Promise<void> => {
    const [first] = given;
    const again: Parcel[] = [];
    for (const [index, parcel] of parcels.entries()) {
      const answer = given[index];
      if (!first || !answer) turnBack([parcel], new AnswerLost('The batch was not answered whole'));
      else if (goesAgain(parcel, answer, first)) again.push(parcel);
      else parcel.answer.resolve(responseOf(answer));
      // Lets the main process handle messages from the window between two answers.
      await nextTurn();
    }
    waiting.unshift(...again);
  };

  const sendTogether = async (parcels: readonly Parcel[]): Promise<void> => {
    try {
      const requests = parcels.map(partOf);
      const { answers: given } = await client.batch.send({ requests }, { signal });
      size = Math.min(limit, size * 2);
      await deliver(parcels, answers.parse(given));
    } catch (error) {
      const isRefused = ['gone', 'changed', 'refused'].includes(classifyFailure(error).kind);
      size = isRefused ? 1 : Math.trunc(parcels.length / 2);
      // The service rejected the whole batch, so it processed none of the requests. All of them are sent
      // again: the first one alone, and the others in batches that grow again.
      if (isRefused) waiting.unshift(...parcels);
      else turnBack(parcels, error);
    }
  };

  const depart = async (): Promise<void> => {
    const [only, ...others] = load();
    if (only && others.length === 0) await sendAlone(only);
    else if (only) await sendTogether([only, ...others]);
  };

  return {
    onHeaders,
    carry,
    takesBatches: (): boolean => limit > 1,
    /** Tells if the service is assumed to support idempotency keys, because it has ETags or batches. */
    honorsKeys: (): boolean => hasTags || limit > 1,

    /**
     * Runs `work` for each item, as a task. Tasks start one after another until a batch is full, and
     * their requests are sent in the order of the items. After a failure, no further task starts, and
     * the promise rejects when all started tasks have ended.
     */
    each: async <Item>(
      items: Iterable<Item>,
      work: (item: Item) => Promise<void>,
      { between, isOver }: Departures,
    ): Promise<void> => {
      const queue = items[Symbol.iterator]();
      const failures: unknown[] = [];
      waiting = [];

      const begin = async (item: Item): Promise<void> => {
        running += 1;
        try {
          await work(item);
        } catch (error) {
          failures.push(error);
        } finally {
          running -= 1;
          wake();
        }
      };

      /** Starts tasks until the batch is full. Returns true if more tasks may follow. */
      const fill = async (): Promise<boolean> => {
        while (!isLoaded() && failures.length === 0 && !isOver()) {
          const next = queue.next();
          if (next.done) return false;
          const before = waiting.length;
          void begin(next.value);
          await quiet();
          if (waiting.length > before) await nextTurn();
        }
        return failures.length === 0 && !isOver();
      };

      for (let hasMore = true; hasMore;) {
        hasMore = await fill();
        while (isRunning()) {
          if (isOver()) turnBack(waiting.splice(0), new AnswerLost('The request was not sent'));
          else await depart();
          await quiet();
        }
        if (hasMore) await between();
      }
      if (failures.length > 0) throw failures[0];
    },
  };
};

export type Carrier = ReturnType<typeof createCarrier>;

import { setImmediate } from 'node:timers/promises';
import type { BatchPart, PartAnswer } from '#shared/api/batch.ts';
import type { Database } from '../../database/schema.ts';
import { sharingCommit } from '../../database/transaction.ts';
import type { Answer, FileAnswer } from '../../protocol/answer.ts';
import type { OpenContext } from '../../protocol/request-context.ts';
import { batchBounds } from './batch-bounds.ts';
import { partRequest } from './part-request.ts';

/**
 * The time, in milliseconds, for which further parts of a batch can join a commit. The time is short,
 * because on SQLite other writes wait until that commit.
 */
const longestRunMs = 20;

/**
 * Serves the parts of a batch one after another, each authorized, validated, and written like a separate
 * request. A part with a success response is committed. Stops when the client disconnects.
 */
export const answerParts = async (
  { database, incoming, answerPart }: Pick<OpenContext, 'database' | 'incoming' | 'answerPart'>,
  parts: readonly BatchPart[],
): Promise<PartAnswer[]> => {
  const answers: PartAnswer[] = [];
  const indexes = new Map(parts.map(({ name }, index) => [name, index]));
  const bounds = batchBounds();

  const answerAt = async (
    executor: Database,
    index: number,
    check = bounds.check,
  ): Promise<void> => {
    const part = parts[index];
    if (!part) return;
    const { method, path } = part;
    const served = await answerPart(executor, { index, method, path }, () => {
      check();
      const named = (name: string) => {
        const other = indexes.get(name) ?? index;
        return other < index ? answers[other] : undefined;
      };
      return partRequest(part, incoming, named, `requests[${index}]`);
    });
    answers[index] = partAnswer(served);
    bounds.count(served.body);
    // Pauses, because SQLite blocks this thread, and other requests must run between the parts.
    await setImmediate();
  };

  let next = 0;
  const answerWrites = async (first: number): Promise<void> => {
    const write = async (executor: Database): Promise<void> => {
      const end = performance.now() + longestRunMs;
      next = first;
      do await answerAt(executor, next++);
      while (
        isWrite(parts[next]) &&
        !hasFailedInside(answers[next - 1]) &&
        !incoming.signal.aborted &&
        performance.now() < end
      );
    };
    try {
      await sharingCommit(database, write);
    } catch (error) {
      // The commit failed, so no part since `first` was stored. Each of these parts gets the error as
      // its response.
      const end = Math.max(next, first + 1);
      for (next = first; next < end; next++) {
        await answerAt(database, next, () => {
          throw error;
        });
      }
    }
  };

  while (next < parts.length && !incoming.signal.aborted) {
    if (isWrite(parts[next])) await answerWrites(next);
    else await answerAt(database, next++);
  }
  return answers;
};

const isWrite = (part: BatchPart | undefined): boolean =>
  part !== undefined && part.method !== 'GET';

/**
 * Tells if a part failed inside the service. The failure may have ended the transaction, so the next
 * part must not use the same transaction.
 */
const hasFailedInside = (answer: PartAnswer | undefined): boolean =>
  answer !== undefined && answer.status >= 500;

/**
 * Converts a response to the form for a batch. Its body is JSON, because no part of a batch returns a
 * file.
 */
const partAnswer = ({ status, headers, body }: Answer | FileAnswer): PartAnswer => ({
  status,
  headers,
  body: typeof body === 'string' ? JSON.parse(body) : null,
});

import { setImmediate } from 'node:timers/promises';
import type { BatchPart, PartAnswer } from '#shared/api/batch.ts';
import type { Database } from '../../database/schema.ts';
import { sharingCommit } from '../../database/transaction.ts';
import type { Answer, FileAnswer } from '../../protocol/answer.ts';
import type { OpenContext } from '../../protocol/request-context.ts';
import { batchBounds } from './batch-bounds.ts';
import { partRequest } from './part-request.ts';

/** On SQLite nothing else is served while writes that share a commit are not committed. */
const longestRunMs = 20;

/**
 * Answers the parts one after the other, each authorized, checked and written as if it had come
 * alone. What is answered as written is committed. Nothing more is done once the client has left.
 */
export const answerParts = async (
  { database, incoming, answerPart }: Pick<OpenContext, 'database' | 'incoming' | 'answerPart'>,
  parts: readonly BatchPart[],
): Promise<PartAnswer[]> => {
  const answers: PartAnswer[] = [];
  const indexes = new Map(parts.map(({ name }, index) => [name, index]));
  const bounds = batchBounds();

  const answerAt = async (place: Database, index: number, check = bounds.check): Promise<void> => {
    const part = parts[index];
    if (!part) return;
    const { method, path } = part;
    const served = await answerPart(place, { index, method, path }, () => {
      check();
      const named = (name: string) => {
        const other = indexes.get(name) ?? index;
        return other < index ? answers[other] : undefined;
      };
      return partRequest(part, incoming, named, `requests[${index}]`);
    });
    answers[index] = partAnswer(served);
    bounds.count(served.body);
    // Others get their turn, also where the database answers at once, as SQLite does.
    await setImmediate();
  };

  let next = 0;
  const answerWrites = async (first: number): Promise<void> => {
    const write = async (place: Database): Promise<void> => {
      const end = performance.now() + longestRunMs;
      next = first;
      do await answerAt(place, next++);
      while (
        isWrite(parts[next]) &&
        !hasFailedInside(answers[next - 1]) &&
        !incoming.hasLeft() &&
        performance.now() < end
      );
    };
    try {
      await sharingCommit(database, write);
    } catch (error) {
      // Nothing of them was committed, whatever they were about to answer.
      const end = Math.max(next, first + 1);
      for (next = first; next < end; next++) {
        await answerAt(database, next, () => {
          throw error;
        });
      }
    }
  };

  while (next < parts.length && !incoming.hasLeft()) {
    if (isWrite(parts[next])) await answerWrites(next);
    else await answerAt(database, next++);
  }
  return answers;
};

const isWrite = (part: BatchPart | undefined): boolean =>
  part !== undefined && part.method !== 'GET';

/** What happened may have ended the transaction that the next part would share. */
const hasFailedInside = (answer: PartAnswer | undefined): boolean =>
  answer !== undefined && answer.status >= 500;

/** Nothing that can be part of a batch answers a file. */
const partAnswer = ({ status, headers, body }: Answer | FileAnswer): PartAnswer => ({
  status,
  headers,
  body: typeof body === 'string' ? JSON.parse(body) : null,
});

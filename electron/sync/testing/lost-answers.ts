import { expect } from 'vitest';
import type { Fetch } from '../../connection/fetch.ts';
import type { App } from './office.ts';

/** Creates a network that delivers all requests but loses some answers, including those to batches. */
export const lostAnswers = (isLost: (request: Request) => boolean) => {
  let loses = false;
  return {
    lossy:
      (reach: Fetch): Fetch =>
      async (request) => {
        const losesAnswer = loses && (isLost(request) || request.url.endsWith('/batch'));
        const answer = await reach(request);
        if (losesAnswer) throw new TypeError('connection reset');
        return answer;
      },
    /** Sends pending changes without receiving any answer. */
    loseAnswersOf: async ({ engine }: App): Promise<void> => {
      loses = true;
      await expect(engine.flush()).rejects.toThrow('connection reset');
      loses = false;
    },
  };
};

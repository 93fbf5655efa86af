import { expect } from 'vitest';
import type { Fetch } from '../../connection/fetch.ts';
import type { App } from './office.ts';

/** A network on which requests arrive; the answers to some do not. */
export const lostAnswers = (isLost: (request: Request) => boolean) => {
  let loses = false;
  return {
    lossy:
      (reach: Fetch): Fetch =>
      async (request) => {
        const isGone = loses && isLost(request);
        const answer = await reach(request);
        if (isGone) throw new TypeError('connection reset');
        return answer;
      },
    /** Sends what waits, and hears nothing of it. */
    loseAnswersOf: async ({ engine }: App): Promise<void> => {
      loses = true;
      await expect(engine.flush()).rejects.toThrow('connection reset');
      loses = false;
    },
  };
};

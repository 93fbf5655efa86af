import { expect } from 'vitest';
import type { Fetch } from '../../connection/fetch.ts';
import type { App } from './office.ts';

/** Creates a network that delays some requests. The app gets no answer to them. */
export const lateRequests = (isMeant: (request: Request) => boolean) => {
  let delays = false;
  const late: { request: Request; reach: Fetch }[] = [];
  return {
    delayed:
      (reach: Fetch): Fetch =>
      async (request) => {
        if (!delays || !(isMeant(request) || request.url.endsWith('/batch'))) {
          return await reach(request);
        }
        late.push({ request: request.clone(), reach });
        throw new TypeError('connection reset');
      },
    /** Sends pending changes, and delays their requests. */
    delayAllOf: async ({ engine }: App): Promise<void> => {
      delays = true;
      await expect(engine.flush()).rejects.toThrow('connection reset');
      delays = false;
    },
    /** Delivers the delayed requests and returns the statuses of the answers. */
    deliver: async (): Promise<number[]> => {
      const statuses: number[] = [];
      for (const { request, reach } of late.splice(0)) statuses.push((await reach(request)).status);
      return statuses;
    },
  };
};

import { randomUUID } from 'node:crypto';
import type { Fetch } from './fetch.ts';

/** Adds an ID to every request, so that its line can be found in the log of a service. */
export const createIdentifiedFetch =
  (fetch: Fetch): Fetch =>
  (request) => {
    const identified = new Request(request);
    identified.headers.set('x-request-id', randomUUID());
    return fetch(identified);
  };

import { randomUUID } from 'node:crypto';
import type { Fetch } from './fetch.ts';

/** Adds an ID to every request, so that the request can be found in the log of the service. */
export const createIdentifiedFetch =
  (fetch: Fetch): Fetch =>
  (request) => {
    const identified = new Request(request);
    identified.headers.set('x-request-id', randomUUID());
    return fetch(identified);
  };

import { randomUUID } from 'node:crypto';
import type { Fetch } from './fetch.ts';

/** Gives every request an id, by which its line is found in a service's log. */
export const createIdentifiedFetch =
  (fetch: Fetch): Fetch =>
  (request) => {
    const identified = new Request(request);
    identified.headers.set('x-request-id', randomUUID());
    return fetch(identified);
  };

import { createAuthorizedFetch } from './access-token.ts';
import { createCachingFetch } from './caching-fetch.ts';
import { endpointOf, type Endpoint } from './endpoint-of.ts';
import type { Fetch } from './fetch.ts';
import { createIdentifiedFetch } from './identified-fetch.ts';
import { createQueuedFetch } from './queued-fetch.ts';
import { createTimedFetch } from './timed-fetch.ts';

const requestsAtATime = 6;
const usualTimeoutSeconds = 30;
/** The time limit in seconds for requests for which the service makes documents or reads files. */
const documentTimeoutSeconds = 120;
const ofDocuments = / \/threat-models\/(?:report|image|graph|otm)\//;

const timeoutSecondsOf = (endpoint: Endpoint | null): number =>
  ofDocuments.test(endpoint?.name ?? '') ? documentTimeoutSeconds : usualTimeoutSeconds;

/**
 * Returns a `fetch` that combines all layers between the API client and the network. The layer of the
 * timeout is inside that of the queue, so the time that a request waits in the queue does not count. A
 * request gets its token before it enters the queue. Otherwise waiting requests could fill the queue and
 * block the request for their token.
 */
export const createConnectionFetch = (
  connection: Parameters<typeof createAuthorizedFetch>[0],
): Fetch => {
  const { baseUrl } = connection;
  const timedFetch = createTimedFetch({
    fetch: connection.fetch,
    timeoutSeconds: (request) => timeoutSecondsOf(endpointOf(request, baseUrl)),
  });
  const queuedFetch = createQueuedFetch(timedFetch, requestsAtATime);
  return createCachingFetch({
    fetch: createAuthorizedFetch({ ...connection, fetch: createIdentifiedFetch(queuedFetch) }),
    isCached: (request) => endpointOf(request, baseUrl)?.answers === 'catalog',
  });
};

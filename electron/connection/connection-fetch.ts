import { createAuthorizedFetch } from './access-token.ts';
import { endpointOf, type Endpoint } from './endpoint-of.ts';
import type { Fetch } from './fetch.ts';
import { createIdentifiedFetch } from './identified-fetch.ts';
import { createPatientFetch } from './patient-fetch.ts';
import { createQueuedFetch } from './queued-fetch.ts';
import { createRememberingFetch } from './remembering-fetch.ts';

const requestsAtATime = 6;
const usualPatienceSeconds = 30;
/** The time limit for requests in which the service creates documents or reads files. */
const documentPatienceSeconds = 120;
const ofDocuments = / \/threat-models\/(?:report|image|graph|otm)\//;

const patienceSeconds = (endpoint: Endpoint | null): number =>
  ofDocuments.test(endpoint?.name ?? '') ? documentPatienceSeconds : usualPatienceSeconds;

/**
 * Combines the steps between the API client and the network. Time in the queue does not count
 * toward the timeout. The token is requested before the queue, so six requests that need a token
 * cannot block the token request.
 */
export const createConnectionFetch = (
  connection: Parameters<typeof createAuthorizedFetch>[0],
): Fetch => {
  const { baseUrl } = connection;
  const patient = createPatientFetch({
    fetch: connection.fetch,
    patienceSeconds: (request) => patienceSeconds(endpointOf(request, baseUrl)),
  });
  const queued = createQueuedFetch(patient, requestsAtATime);
  return createRememberingFetch({
    fetch: createAuthorizedFetch({ ...connection, fetch: createIdentifiedFetch(queued) }),
    isKept: (request) => endpointOf(request, baseUrl)?.answers === 'catalog',
  });
};

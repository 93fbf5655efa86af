import autocannon from 'autocannon';

export type LoadRequest = { method: 'GET' | 'POST' | 'PATCH'; path: string; body?: string };

export type Load = { requestsPerSecond: number; p99Ms: number; refused: number };

const connections = 16;

/**
 * Sends requests over a fixed number of connections. Each connection sends its next request when it
 * has the response to the last one.
 */
export const load = async (
  url: string,
  next: () => LoadRequest,
  {
    authorization,
    ...limit
  }: { authorization: string } & ({ duration: number } | { amount: number }),
): Promise<Load> => {
  const headers = { authorization, 'content-type': 'application/json' };
  const { origin, pathname } = new URL(url);
  const prefix = pathname.replace(/\/$/, '');
  const result = await autocannon({
    url: origin,
    connections,
    ...limit,
    requests: [
      {
        setupRequest: (request) => {
          const { path, ...rest } = next();
          return { ...request, ...rest, headers, path: prefix + path };
        },
      },
    ],
  });
  const refused = result.non2xx + result.errors + result.timeouts;
  return {
    requestsPerSecond: result.requests.total / result.duration,
    p99Ms: result.latency.p99,
    refused,
  };
};

import type { Fetch } from './fetch.ts';
import type { Network } from './network.ts';

type Dependencies = {
  /** The function that `createNetwork` returned. It follows no redirect and stores no cookie. */
  network: Network;
};

/** Sends the requests of one connection over the network. */
export const createRemoteFetch =
  ({ network }: Dependencies): Fetch =>
  async (request) => {
    const { url, method, headers, body, signal } = request;
    return await network(url, {
      method,
      headers: Object.fromEntries(headers),
      body: body === null ? null : await request.arrayBuffer(),
      signal,
    });
  };

import { thisComputer } from '#shared/desktop/connections.ts';
import type { ConnectionList } from './connection-list.ts';
import type { createEmbeddedService } from './embedded-process.ts';
import type { Fetch } from './fetch.ts';
import type { Vault } from './vault.ts';
import { SignInNeeded, type Way } from './way.ts';

type Dependencies = {
  list: ConnectionList;
  vault: Vault;
  /** A fetch of its own for each connection, over the network. */
  remoteFetch: () => Fetch;
  service: ReturnType<typeof createEmbeddedService>;
};

/** Never reached over a network: the address only has to be one. */
const embeddedBaseUrl = 'http://embedded.invalid/api/v1';

/**
 * The one place that knows which connection is "This computer". Its service is started when it is
 * first needed, and keeps running from then on.
 */
export const createWays = ({ list, vault, remoteFetch, service }: Dependencies) => {
  let isStarted = false;

  const embedded = (): Way => {
    if (!isStarted) service.start();
    isStarted = true;
    const { fetch, credentials, userId } = service;
    const { name } = thisComputer;
    return { name, baseUrl: embeddedBaseUrl, fetch, credentials, userId, startsWithSample: true };
  };

  return (id: string): Way => {
    const connection = list.find(id);
    if (!connection) return embedded();
    const { name, baseUrl, clientId } = connection;
    return {
      name,
      baseUrl,
      fetch: remoteFetch(),
      credentials: async () => {
        const secret = await vault.get(id);
        if (secret === null) throw new SignInNeeded();
        return { clientId, secret };
      },
      userId: () => Promise.resolve(null),
      startsWithSample: false,
    };
  };
};

import { thisComputer } from '#shared/desktop/connections.ts';
import type { ConnectionList } from './connection-list.ts';
import type { createEmbeddedService } from './embedded-process.ts';
import type { Fetch } from './fetch.ts';
import { SignInNeeded, type ServiceConnection } from './service-connection.ts';
import type { Vault } from './vault.ts';

type Dependencies = {
  list: Pick<ConnectionList, 'find'>;
  vault: Pick<Vault, 'get'>;
  /** Creates the `fetch` of one connection, which uses the network. */
  remoteFetch: () => Fetch;
  service: ReturnType<typeof createEmbeddedService>;
};

/** A placeholder. It has to be a valid address, but no request is sent over a network. */
const embeddedBaseUrl = 'http://embedded.invalid/api/v1';

/**
 * Returns a function that finds a connection by its ID. Only this module knows which connection is "This
 * computer". The built-in service starts when it is first used, and then keeps running.
 */
export const createServiceConnections = ({ list, vault, remoteFetch, service }: Dependencies) => {
  let isStarted = false;
  const started = (): Dependencies['service'] => {
    if (!isStarted) service.start();
    isStarted = true;
    return service;
  };

  const embedded = (): ServiceConnection => ({
    name: thisComputer.name,
    baseUrl: embeddedBaseUrl,
    fetch: async (request) => await started().fetch(request),
    credentials: async () => await started().credentials(),
    userId: async () => await started().userId(),
    readAhead: (file) => service.readAhead(file),
    startsWithSample: true,
  });

  return (id: string): ServiceConnection => {
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

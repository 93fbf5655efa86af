import { thisComputer } from '#shared/desktop/connections.ts';
import type { ConnectionList } from './connection-list.ts';
import type { createEmbeddedService } from './embedded-process.ts';
import type { Fetch } from './fetch.ts';
import { SignInNeeded, type ServiceConnection } from './service-connection.ts';
import type { Vault } from './vault.ts';

type Dependencies = {
  list: Pick<ConnectionList, 'find'>;
  vault: Pick<Vault, 'get'>;
  /** Creates a network fetch for one connection. */
  remoteFetch: () => Fetch;
  service: ReturnType<typeof createEmbeddedService>;
};

/** A placeholder: the address is never used on a network, but it has to be valid. */
const embeddedBaseUrl = 'http://embedded.invalid/api/v1';

/**
 * Finds the address and identity of a connection. Only this module knows which connection
 * is "This computer". The built-in service starts on first use and then keeps running.
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

import pg, { type Client, type ClientConfig } from 'pg';

export type SharedClient = {
  connected: () => Promise<Client>;
  /** The next statement goes over a new connection. */
  discard: () => void;
  end: () => Promise<void>;
};

/** One connection for statements of many requests; `config` says that none waits for another. */
export const sharedClient = (
  config: ClientConfig,
  onLost: (error: Error) => void,
): SharedClient => {
  let current: Promise<Client> | undefined;

  const connect = async (): Promise<Client> => {
    const client = new pg.Client(config);
    client.on('error', (error) => {
      current = undefined;
      onLost(error);
    });
    client.once('end', () => {
      current = undefined;
    });
    await client.connect();
    return client;
  };

  const leave = async (): Promise<void> => {
    const left = current;
    current = undefined;
    await left?.then(
      async (client) => await client.end(),
      () => undefined,
    );
  };

  return {
    connected: async () => {
      current ??= connect();
      const connecting = current;
      connecting.catch(() => {
        if (current === connecting) current = undefined;
      });
      return await connecting;
    },
    discard: () => {
      leave().catch(onLost);
    },
    end: leave,
  };
};

import pg, { type Client, type ClientConfig } from 'pg';

export type SharedClient = {
  connected: () => Promise<Client>;
  /** Makes the next statement use a new connection instead of `client`. */
  discard: (client: Client) => void;
  end: () => Promise<void>;
};

type Care = {
  /** Called for each connection before it is used. */
  prepare: (client: Client) => Promise<void>;
  onLost: (error: Error) => void;
};

/**
 * Opens one connection that many requests share, and reconnects after the connection is lost. `config`
 * enables pipelining, so that no statement waits for the result of another statement.
 */
export const sharedClient = (config: ClientConfig, { prepare, onLost }: Care): SharedClient => {
  let current: Promise<Client> | undefined;
  let latest: Client | undefined;

  const connect = (): Promise<Client> => {
    const client = new pg.Client(config);
    latest = client;
    const connecting = open(client, prepare);
    const forget = () => {
      if (current === connecting) current = undefined;
    };
    client.on('error', (error) => {
      forget();
      onLost(error);
    });
    client.once('end', forget);
    connecting.catch(forget);
    return connecting;
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
    connected: async () => await (current ??= connect()),
    discard: (client) => {
      if (client === latest) leave().catch(onLost);
    },
    end: leave,
  };
};

const open = async (client: Client, prepare: Care['prepare']): Promise<Client> => {
  await client.connect();
  try {
    await prepare(client);
  } catch (error) {
    await client.end();
    throw error;
  }
  return client;
};

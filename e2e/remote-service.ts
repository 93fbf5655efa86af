import { once } from 'node:events';
import { createServer } from 'node:http';
import {
  createService,
  ensureOwner,
  issueApiToken,
  migrate,
  openSqlite,
} from '#service/service.ts';
import { listen, type Listener } from '../service/http.ts';

/** A service of its own over HTTP, as a team has one, that can be stopped and started again. */
export const startRemoteService = async () => {
  const database = openSqlite(':memory:');
  await migrate(database);
  const person = { email: 'ann@example.org', firstName: 'Ann', lastName: 'Lee' };
  const { id: userId } = await ensureOwner(database, person);
  const service = createService({ database, logger: { info: () => {}, error: () => {} } });
  let listener: Listener = await listen(service, { port: 0 });
  const { url } = listener;
  const port = Number(new URL(url).port);

  return {
    url,
    token: async (...scopes: string[]) =>
      await issueApiToken(database, { userId, name: `token ${scopes.join(' ')}`, scopes }),
    titles: async (): Promise<string[]> =>
      (await database.selectFrom('collections').select('title').execute()).map(
        ({ title }) => title,
      ),
    stop: async (): Promise<void> => await listener.close(0),
    startAgain: async (): Promise<void> => {
      listener = await listen(service, { port });
    },
    end: async (): Promise<void> => {
      await listener.close(0);
      await database.destroy();
    },
  };
};

export type RemoteService = Awaited<ReturnType<typeof startRemoteService>>;

/** Something that answers every request with the way to another address. */
export const redirectTo = async (url: string) => {
  const server = createServer((incoming, outgoing) => {
    outgoing.writeHead(307, { location: `${url}${incoming.url ?? ''}` }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not a TCP address');
  return {
    url: `http://127.0.0.1:${address.port}`,
    end: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

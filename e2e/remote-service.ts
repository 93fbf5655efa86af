import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  createService,
  ensureOwner,
  issueApiToken,
  migrate,
  openSqlite,
} from '#service/service.ts';
import { listen, type Listener } from '../service/http.ts';
import { clientOf } from './another-client.ts';

/** Starts a service for a team over HTTP. A test can stop and restart this service. */
export const startRemoteService = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parapet-service-'));
  const [path, backup] = [join(folder, 'service.db'), join(folder, 'backup.db')];
  let database = openSqlite(path);
  const serve = () => createService({ database, logger: { info: () => {}, error: () => {} } });
  await migrate(database);
  const person = { email: 'ann@example.org', firstName: 'Ann', lastName: 'Lee' };
  const { id: userId } = await ensureOwner(database, person);
  let service = serve();
  let listener: Listener = await listen(service, { port: 0 });
  const { url } = listener;
  const port = Number(new URL(url).port);

  return {
    url,
    token: async (...scopes: string[]) =>
      await issueApiToken(database, { userId, name: `token ${scopes.join(' ')}`, scopes }),
    /** Returns an API token of the user with an email address. */
    tokenOf: async (email: string, ...scopes: string[]) => {
      const found = database.selectFrom('users').select('id').where('email', '=', email);
      const { id } = await found.executeTakeFirstOrThrow();
      return await issueApiToken(database, { userId: id, name: email, scopes });
    },
    titles: async (): Promise<string[]> =>
      (await database.selectFrom('collections').select('title').execute()).map(
        ({ title }) => title,
      ),
    /** Returns a client of another person, to make changes that the app did not make. */
    client: async () => await clientOf(database),
    /**
     * Makes another user the owner of all collections except one. The previous owner gets read access,
     * write access, or no access (`null`) to them.
     */
    allow: async (permission: 'read' | 'write' | null, except = ''): Promise<void> =>
      await database.transaction().execute(async (transaction) => {
        const users = transaction.selectFrom('users').selectAll().where('id', '=', userId);
        const ann = await users.executeTakeFirstOrThrow();
        const email = 'ben@example.org';
        await transaction
          .insertInto('users')
          .values({ ...ann, id: 'ben', email, email_key: email })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await transaction.updateTable('users').set({ role: 'user' }).execute();
        const collections = transaction.selectFrom('collections').select('id');
        const given = await collections.where('title', '!=', except).execute();
        const ids = given.map(({ id }) => id);
        const changed = transaction.updateTable('collections').set({ created_by: 'ben' });
        await changed.where('id', 'in', ids).execute();
        await transaction.deleteFrom('collection_user_access').execute();
        if (permission === null) return;
        const rows = ids.map((id) => ({ collection_id: id, user_id: userId, permission }));
        await transaction.insertInto('collection_user_access').values(rows).execute();
      }),
    saveBackup: (): void => {
      const file = new DatabaseSync(path);
      file.exec(`vacuum into '${backup}'`);
      file.close();
    },
    restoreBackup: async (): Promise<void> => {
      await listener.close({ graceMs: 0 });
      await database.destroy();
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
      copyFileSync(backup, path);
      database = openSqlite(path);
      service = serve();
      listener = await listen(service, { port });
    },
    stop: async (): Promise<void> => await listener.close({ graceMs: 0 }),
    startAgain: async (): Promise<void> => {
      listener = await listen(service, { port });
    },
    end: async (): Promise<void> => {
      await listener.close({ graceMs: 0 });
      await database.destroy();
      rmSync(folder, { recursive: true });
    },
  };
};

export type RemoteService = Awaited<ReturnType<typeof startRemoteService>>;

const listenOn = async (answer: RequestListener) => {
  const server = createServer(answer);
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

/** Starts a server that redirects every request to another address. */
export const redirectTo = async (url: string) =>
  await listenOn((incoming, outgoing) => {
    outgoing.writeHead(307, { location: `${url}${incoming.url ?? ''}` }).end();
  });

/** Starts a proxy in front of a service. While paused, it accepts requests but does not answer them. */
export const startProxy = async (url: string) => {
  let isPaused = false;
  let waiting = 0;
  const server = await listenOn((incoming, outgoing) => {
    if (isPaused) {
      waiting += 1;
      outgoing.once('close', () => (waiting -= 1));
      return;
    }
    const { method, headers } = incoming;
    const onward = request(`${url}${incoming.url ?? ''}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  return {
    ...server,
    /** Returns the number of unanswered requests that the client has not aborted. */
    waiting: (): number => waiting,
    pause: (): void => {
      isPaused = true;
    },
  };
};

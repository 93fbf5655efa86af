import {
  createService,
  ensureOwner,
  issueApiToken,
  migrate,
  openSqlite,
} from '#service/service.ts';
import type { RecordChange } from '#shared/desktop/change.ts';
import { createAuthorizedFetch } from '../../connection/access-token.ts';
import { createApiClient, type SyncClient } from '../../connection/api-client.ts';
import type { Fetch } from '../../connection/fetch.ts';
import { createStore, type Store } from '../../store/store.ts';
import { createCarrier } from '../carrier.ts';
import { createMatchSearch } from '../create-match.ts';
import { createRemoteLists, createRemoteRecords } from '../endpoints.ts';
import { createSyncEngine } from '../engine.ts';
import { createPull } from '../pull.ts';
import { createPush } from '../push.ts';

type EngineParts = Parameters<typeof createSyncEngine>[0];
type Around = Partial<
  Pick<EngineParts, 'later' | 'elapsed' | 'announce' | 'changed' | 'renumbered' | 'beforeMerge'>
>;

const baseUrl = 'http://service.invalid/api/v1';

/**
 * Starts a real service in this process, and apps that reach it through a network that tests can
 * disturb.
 */
export const openOffice = async (databasePath = ':memory:') => {
  const database = openSqlite(databasePath);
  await migrate(database);
  const service = createService({ database, logger: { info: () => {}, error: () => {} } });
  const reach: Fetch = (request) => service.fetch(request);
  const stores: Store[] = [];
  const credentials = async (
    scopes = ['*:read', '*:write'],
  ): Promise<{ clientId: string; secret: string }> => {
    const person = { email: 'ann@example.org', firstName: 'Ann', lastName: 'Lee' };
    const { id: userId } = await ensureOwner(database, person);
    return await issueApiToken(database, { userId, name: 'test', scopes });
  };
  const office = {
    database,
    service,
    reach,
    credentials,
    /** Handles each request of the apps. Tests replace this function to disturb the network. */
    network: reach,

    /** Opens one person's app with its own store. */
    openApp: async ({
      path = ':memory:',
      network = (request: Request) => office.network(request),
      ...around
    }: { path?: string; network?: Fetch } & Around = {}) => {
      const client = await office.client(network);
      const store = createStore({ path });
      stores.push(store);
      const { signal } = new AbortController();
      const carrier = createCarrier(client, signal);
      const remote = createRemoteRecords(client, signal);
      const lists = createRemoteLists(client, signal);
      const changed = (): void => {};
      const findTwin = createMatchSearch({ store, remote, lists });
      const push = createPush({
        store,
        remote,
        carrier,
        findTwin,
        changed,
        answered: () => {},
        renumbered: () => {},
        between: () => Promise.resolve(null),
      });
      const pull = createPull({
        store,
        remote,
        lists,
        changed,
        breathe: () => Promise.resolve(),
        progress: () => {},
      });
      const engine = createSyncEngine({
        store,
        client,
        connectionName: 'Test',
        changed,
        announce: () => {},
        log: () => {},
        // No time passes, so that the number of readings does not depend on the speed of the machine.
        elapsed: () => 0,
        ...around,
      });
      return {
        store,
        client,
        engine,
        /** Reads everything, as if every collection were marked to be available offline. */
        pull: async (): Promise<void> => {
          const known = store.records.all('collection').length;
          await pull.full();
          for (const { id } of store.records.all('collection'))
            store.downloads.add('collection', id);
          if (store.records.all('collection').length > known) await pull.full();
        },
        push: () => push({ upTo: Number.MAX_SAFE_INTEGER, contested: new Map() }),
      };
    },

    client: async (network: Fetch, scopes?: string[]): Promise<SyncClient> => {
      const given = await credentials(scopes);
      const fetch = createAuthorizedFetch({
        baseUrl,
        fetch: network,
        credentials: () => Promise.resolve(given),
      });
      return createApiClient(baseUrl, fetch);
    },

    close: async (): Promise<void> => {
      for (const store of stores) store.close();
      await database.destroy();
    },
  };
  return office;
};

export type Office = Awaited<ReturnType<typeof openOffice>>;
export type App = Awaited<ReturnType<Office['openApp']>>;

export const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const created = (
  kind: RecordChange['kind'],
  id: string,
  parentId: string | null,
  values: Record<string, unknown>,
): RecordChange => ({ op: 'create', kind, id, parentId, values });

export const change = (store: Store, records: RecordChange[]): void => {
  store.changes.apply({ scope: 'workspace', label: 'test', records });
};

/** Makes the service know every pending record as it is here, under the ID `there <id>`. */
export const syncAll = (store: Store, etag: string | null = null): void => {
  for (const { seq, kind, id } of store.outbox.all()) {
    store.outbox.finish(seq);
    store.idMap.put(kind, id, `there ${id}`);
    const row = store.records.find(kind, id);
    if (row) store.records.put({ ...row, base: row.local, etag });
  }
};

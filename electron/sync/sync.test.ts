import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createService,
  ensureOwner,
  issueApiToken,
  migrate,
  openSqlite,
  type Database,
} from '#service/service.ts';
import type { RecordChange } from '#shared/desktop/change.ts';
import { createAuthorizedFetch } from '../connection/access-token.ts';
import { createApiClient, type SyncClient } from '../connection/api-client.ts';
import type { Fetch } from '../connection/fetch.ts';
import { createStore, type Store } from '../store/store.ts';
import { createPull } from './pull.ts';
import { createPush } from './push.ts';

const baseUrl = 'http://service.invalid/api/v1';
const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [collectionId, modelId, canvasId, componentId] = [uuid(1), uuid(2), uuid(3), uuid(4)];
const [threatId, mitigationId, commentId] = [uuid(5), uuid(6), uuid(7)];

let database: Database;
let reach: Fetch;
/** What the network does to the next request; tests replace it. */
let network: (request: Request) => Promise<Response>;
const stores: Store[] = [];

beforeEach(async () => {
  database = openSqlite(':memory:');
  await migrate(database);
  const service = createService({ database, logger: { info: () => {}, error: () => {} } });
  reach = (request) => service.fetch(request);
  network = reach;
});
afterEach(async () => {
  for (const store of stores.splice(0)) store.close();
  await database.destroy();
});

/** One person's app: a store of its own, and the same service behind the network. */
const openApp = async () => {
  const person = { email: 'ann@example.org', firstName: 'Ann', lastName: 'Lee' };
  const { id: userId } = await ensureOwner(database, person);
  const scopes = ['*:read', '*:write'];
  const credentials = await issueApiToken(database, { userId, name: 'test', scopes });
  const fetch = createAuthorizedFetch({
    baseUrl,
    fetch: (request) => network(request),
    credentials: () => Promise.resolve(credentials),
  });
  const client: SyncClient = createApiClient(baseUrl, fetch);
  const store = createStore({ path: ':memory:' });
  stores.push(store);
  const dependencies = { store, client, changed: () => {} };
  return { store, client, push: createPush(dependencies), pull: createPull(dependencies) };
};

const create = (
  kind: RecordChange['kind'],
  id: string,
  parentId: string | null,
  values: Record<string, unknown>,
): RecordChange => ({ op: 'create', kind, id, parentId, values });

const change = (store: Store, records: RecordChange[]): void => {
  store.changes.apply({ scope: 'workspace', label: 'test', records });
};

const addModel = (store: Store): void => {
  change(store, [
    create('collection', collectionId, null, { title: 'Shop', color: '#4c6ef5' }),
    create('threatModel', modelId, collectionId, { title: 'Web shop', status: 'Review' }),
    create('canvas', canvasId, modelId, { title: 'Overview' }),
    create('component', componentId, canvasId, { title: 'Web app' }),
    create('threat', threatId, componentId, { title: 'Session theft', status: 'accepted' }),
    create('mitigation', mitigationId, threatId, { title: 'Short sessions', status: 'will' }),
    create('comment', commentId, threatId, { text: 'Seen in the last test' }),
  ]);
  store.changes.apply({
    scope: canvasId,
    label: 'add',
    canvas: {
      canvasId,
      operation: [
        {
          kind: 'addNode',
          index: 0,
          node: { id: 'a', position: { x: 0, y: 0.5 }, data: { componentId }, odd: [null] },
        },
      ],
      inverse: [{ kind: 'removeNode', id: 'a' }],
    },
    records: [],
  });
};

/** Everything a store shows, without ids, times and whose it is, which differ between two apps. */
const contents = (store: Store): unknown => {
  const [collection] = store.reads.overview();
  const model = collection?.models[0];
  const canvas = model?.canvases[0];
  const components = canvas ? store.reads.componentBadges(canvas.id) : [];
  const details = components.map(({ id }) => store.reads.componentDetail(id));
  const nodes = canvas ? store.documents.read(canvas.id)?.nodes : [];
  return JSON.parse(
    JSON.stringify({ collection, details, nodes }, (key, value) =>
      /^(id|parentId|componentId|created_at|updated_at|isMine)$/.test(key) ? undefined : value,
    ),
  );
};

describe('sync', () => {
  it('brings a whole model made here to another machine, drawing and states included', async () => {
    const here = await openApp();
    addModel(here.store);
    expect(await here.push()).toEqual({ kind: 'done' });
    expect(here.store.outbox.counts()).toEqual({ waiting: 0, setAside: 0 });

    const there = await openApp();
    await there.pull();
    expect(contents(there.store)).toEqual(contents(here.store));
    expect(there.store.reads.overview()[0]).toMatchObject({ title: 'Shop', color: '#4c6ef5' });
    const [canvas] = there.store.records.all('canvas');
    const node = there.store.documents.read(canvas?.id ?? '')?.nodes[0];
    const [component] = there.store.records.all('component');
    expect(node?.data.componentId).toBe(component?.id);
    expect(node?.['odd']).toEqual([null]);
  });

  it('keeps the ids of the window and learns what the service counted', async () => {
    const { store, push } = await openApp();
    addModel(store);
    await push();
    expect(store.reads.componentDetail(componentId)?.threats[0]).toMatchObject({
      id: threatId,
      ref_id: 'T-1',
      status: 'accepted',
    });
  });

  it('waits while the service cannot be reached, and then sends everything', async () => {
    const { store, push, client } = await openApp();
    addModel(store);
    network = () => Promise.reject(new TypeError('fetch failed'));
    expect(await push()).toMatchObject({ kind: 'retry' });
    expect(store.outbox.counts().waiting).toBe(7);
    network = reach;
    expect(await push()).toEqual({ kind: 'done' });
    expect((await client.threats.list({})).count).toBe(1);
  });

  it('creates nothing twice when answers are lost', async () => {
    const { store, push, client } = await openApp();
    addModel(store);
    network = async (request) => {
      const response = await reach(request);
      if (request.method === 'GET' || request.url.endsWith('/auth')) return response;
      throw new TypeError('connection reset');
    };
    for (let attempt = 0; attempt < 3; attempt += 1) await push();
    network = reach;
    expect(await push()).toEqual({ kind: 'done' });
    const counts = await Promise.all([
      client.collections.list({}),
      client.threatModels.list({}),
      client.components.list({}),
      client.threats.list({}),
      client.mitigations.list({}),
      client.comments.list({}),
    ]);
    expect(counts.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('sends what was changed while its create was on its way', async () => {
    const { store, push, client } = await openApp();
    change(store, [create('collection', collectionId, null, { title: 'First' })]);
    network = async (request) => {
      const response = await reach(request);
      if (request.url.endsWith('/collections')) {
        const values = { title: 'Second' };
        change(store, [{ op: 'update', kind: 'collection', id: collectionId, values }]);
      }
      return response;
    };
    await push();
    expect((await client.collections.list({})).items[0]?.title).toBe('Second');
    expect(store.reads.overview()[0]?.title).toBe('Second');
  });

  it('brings back at the service what was deleted there and undone here', async () => {
    const { store, push, client } = await openApp();
    addModel(store);
    await push();
    change(store, [{ op: 'delete', kind: 'collection', id: collectionId }]);
    await push();
    expect((await client.collections.list({})).count).toBe(0);
    const before = store.reads.overview();
    expect(before).toEqual([]);
    store.changes.undo('workspace');
    await push();
    expect((await client.mitigations.list({})).items[0]).toMatchObject({ status: 'will' });
    const there = await openApp();
    await there.pull();
    expect(contents(there.store)).toEqual(contents(store));
  });

  it.each(['before', 'after'] as const)(
    'makes again what an undo brought back, the delete having failed %s it arrived',
    async (moment) => {
      const { store, push, client } = await openApp();
      addModel(store);
      await push();
      change(store, [{ op: 'delete', kind: 'collection', id: collectionId }]);
      network = async (request) => {
        if (moment === 'after') await reach(request);
        throw new TypeError('connection reset');
      };
      expect(await push()).toMatchObject({ kind: 'retry' });
      network = reach;
      store.changes.undo('workspace');
      expect(await push()).toEqual({ kind: 'done' });
      expect(store.outbox.counts().waiting).toBe(0);
      expect((await client.collections.list({})).count).toBe(1);
      const there = await openApp();
      await there.pull();
      expect(contents(there.store)).toEqual(contents(store));
    },
  );

  it('sets aside what the service refuses, and sends the rest', async () => {
    const { store, push, client } = await openApp();
    change(store, [
      create('collection', collectionId, null, { title: 'Good' }),
      create('collection', uuid(30), null, { title: '' }),
      create('threatModel', uuid(31), uuid(30), { title: 'Depends on it' }),
    ]);
    expect(await push()).toEqual({ kind: 'done' });
    expect((await client.collections.list({})).items.map(({ title }) => title)).toEqual(['Good']);
    expect(store.outbox.counts()).toEqual({ waiting: 2, setAside: 1 });
    const values = { title: 'Repaired' };
    change(store, [{ op: 'update', kind: 'collection', id: uuid(30), values }]);
    await push();
    expect(store.outbox.counts()).toEqual({ waiting: 0, setAside: 0 });
    expect((await client.threatModels.list({})).count).toBe(1);
  });

  it('shows what others changed, but not over what was changed here and not sent', async () => {
    const here = await openApp();
    addModel(here.store);
    await here.push();
    const there = await openApp();
    await there.pull();
    const [threat] = there.store.records.all('threat');
    const theirs = { title: 'Their title', priority: 'critical' };
    change(there.store, [{ op: 'update', kind: 'threat', id: threat?.id ?? '', values: theirs }]);
    await there.push();

    const mine = { title: 'My title' };
    change(here.store, [{ op: 'update', kind: 'threat', id: threatId, values: mine }]);
    await here.pull();
    expect(here.store.records.find('threat', threatId)?.local).toMatchObject({
      title: 'My title',
      priority: 'critical',
    });
  });

  it('takes away here what others deleted', async () => {
    const here = await openApp();
    addModel(here.store);
    await here.push();
    const there = await openApp();
    await there.pull();
    const [threat] = there.store.records.all('threat');
    change(there.store, [{ op: 'delete', kind: 'threat', id: threat?.id ?? '' }]);
    await there.push();
    await here.pull();
    expect(here.store.reads.componentDetail(componentId)?.threats).toEqual([]);
    expect(here.store.records.all('mitigation')).toEqual([]);
  });

  it('gets a new access token when the old one is refused', async () => {
    const { store, push } = await openApp();
    addModel(store);
    await push();
    await database.deleteFrom('access_tokens').execute();
    change(store, [{ op: 'update', kind: 'threat', id: threatId, values: { title: 'Later' } }]);
    expect(await push()).toEqual({ kind: 'done' });
    expect(store.outbox.counts().waiting).toBe(0);
  });
});

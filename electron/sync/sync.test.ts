import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fetch } from '../connection/fetch.ts';
import type { Store } from '../store/store.ts';
import { plainService } from './simulation/network.ts';
import { change, created as create, openOffice, uuid, type Office } from './testing/office.ts';

const [collectionId, modelId, canvasId, componentId] = [uuid(1), uuid(2), uuid(3), uuid(4)];
const [threatId, mitigationId, commentId] = [uuid(5), uuid(6), uuid(7)];

let office: Office;

beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.close());

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
    scope: modelId,
    label: 'add',
    drawings: [
      {
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
    ],
    records: [],
  });
};

/**
 * Returns everything that a store shows, except what differs between two apps, such as IDs and times.
 */
const contents = (store: Store): unknown => {
  const [collection] = store.reads.overview();
  const model = collection?.models[0];
  const canvas = model?.canvases[0];
  const components = canvas ? store.reads.componentBadges(canvas.id) : [];
  const details = components.map(({ id }) => store.reads.componentDetail(id));
  const nodes = canvas ? store.documents.read(canvas.id)?.nodes : [];
  return JSON.parse(
    JSON.stringify({ collection, details, nodes }, (key, value) =>
      /^(id|parentId|componentId|created_at|updated_at|isMine|keptOffline)$/.test(key)
        ? undefined
        : value,
    ),
  );
};

describe('sync', () => {
  it('copies a whole new model to another machine, with drawing and statuses', async () => {
    const first = await office.openApp();
    addModel(first.store);
    expect(await first.push()).toBeNull();
    expect(first.store.outbox.counts()).toEqual({ changes: 0, rejected: 0 });

    const second = await office.openApp();
    await second.pull();
    expect(contents(second.store)).toEqual(contents(first.store));
    expect(second.store.reads.overview()[0]).toMatchObject({ title: 'Shop', color: '#4c6ef5' });
    const [canvas] = second.store.records.all('canvas');
    const node = second.store.documents.read(canvas?.id ?? '')?.nodes[0];
    const [component] = second.store.records.all('component');
    expect(node?.data.componentId).toBe(component?.id);
    expect(node?.['odd']).toEqual([null]);
  });

  it('uses the ID of a component on every canvas that shows it, however early it was drawn', async () => {
    const { store, push, client } = await office.openApp();
    addModel(store);
    const otherCanvasId = uuid(8);
    const node = { id: 'a', position: { x: 0, y: 0 }, data: { componentId } };
    const document = { nodes: [node], edges: [] };
    const values = { title: 'Login' };
    change(store, [
      { op: 'create', kind: 'canvas', id: otherCanvasId, parentId: modelId, values, document },
    ]);
    expect(await push()).toBeNull();
    const serviceId = store.idMap.serviceId('component', componentId);
    const { data } = await client.canvases.get({
      id: store.idMap.serviceId('canvas', otherCanvasId) ?? '',
    });
    expect(data.nodes[0]?.data.componentId).toBe(serviceId);
    expect(serviceId).not.toBe(componentId);
  });

  it('keeps the IDs of the window and learns the numbers of the service', async () => {
    const { store, push } = await office.openApp();
    addModel(store);
    await push();
    expect(store.reads.componentDetail(componentId)?.threats[0]).toMatchObject({
      id: threatId,
      ref_id: 'T-1',
      status: 'accepted',
    });
  });

  it('waits while the service cannot be reached, and then sends everything', async () => {
    const { store, push, client } = await office.openApp();
    addModel(store);
    office.network = () => Promise.reject(new TypeError('fetch failed'));
    expect(await push()).toMatchObject({ kind: 'unreachable' });
    expect(store.outbox.counts().changes).toBe(7);
    office.network = office.reach;
    expect(await push()).toBeNull();
    expect((await client.threats.list({})).count).toBe(1);
  });

  it('creates nothing twice when answers are lost', async () => {
    const { store, push, client } = await office.openApp();
    addModel(store);
    office.network = async (request) => {
      const response = await office.reach(request);
      if (request.method === 'GET' || request.url.endsWith('/auth')) return response;
      throw new TypeError('connection reset');
    };
    for (let attempt = 0; attempt < 3; attempt += 1) await push();
    office.network = office.reach;
    expect(await push()).toBeNull();
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

  it('sends changes made while a create was in flight', async () => {
    const { store, push, client } = await office.openApp();
    change(store, [create('collection', collectionId, null, { title: 'First' })]);
    office.network = async (request) => {
      const response = await office.reach(request);
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

  it('restores at the service what an undo restored here', async () => {
    const { store, push, client } = await office.openApp();
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
    const second = await office.openApp();
    await second.pull();
    expect(contents(second.store)).toEqual(contents(store));
  });

  it.each(['before', 'after'] as const)(
    'makes again what an undo brought back, the delete having failed %s it arrived',
    async (moment) => {
      const { store, push, client } = await office.openApp();
      addModel(store);
      await push();
      change(store, [{ op: 'delete', kind: 'collection', id: collectionId }]);
      office.network = async (request) => {
        if (moment === 'after') await office.reach(request);
        throw new TypeError('connection reset');
      };
      expect(await push()).toMatchObject({ kind: 'unreachable' });
      office.network = office.reach;
      store.changes.undo('workspace');
      expect(await push()).toBeNull();
      expect(store.outbox.counts().changes).toBe(0);
      expect((await client.collections.list({})).count).toBe(1);
      const second = await office.openApp();
      await second.pull();
      expect(contents(second.store)).toEqual(contents(store));
    },
  );

  it('keeps what the service rejects, and sends the rest', async () => {
    const { store, push, client } = await office.openApp();
    change(store, [
      create('collection', collectionId, null, { title: 'Good' }),
      create('collection', uuid(30), null, { title: '' }),
      create('threatModel', uuid(31), uuid(30), { title: 'Depends on it' }),
    ]);
    expect(await push()).toBeNull();
    expect((await client.collections.list({})).items.map(({ title }) => title)).toEqual(['Good']);
    expect(store.outbox.counts()).toEqual({ changes: 2, rejected: 1 });
    const values = { title: 'Repaired' };
    change(store, [{ op: 'update', kind: 'collection', id: uuid(30), values }]);
    await push();
    expect(store.outbox.counts()).toEqual({ changes: 0, rejected: 0 });
    expect((await client.threatModels.list({})).count).toBe(1);
  });

  it('shows changes of others, but not over unsent changes', async () => {
    const first = await office.openApp();
    addModel(first.store);
    await first.push();
    const second = await office.openApp();
    await second.pull();
    const [threat] = second.store.records.all('threat');
    const theirs = { title: 'Their title', priority: 'critical' };
    change(second.store, [{ op: 'update', kind: 'threat', id: threat?.id ?? '', values: theirs }]);
    await second.push();

    const mine = { title: 'My title' };
    change(first.store, [{ op: 'update', kind: 'threat', id: threatId, values: mine }]);
    await first.pull();
    expect(first.store.records.find('threat', threatId)?.local).toMatchObject({
      title: 'My title',
      priority: 'critical',
    });
  });

  it('shows changes of others to a list of values', async () => {
    const first = await office.openApp();
    addModel(first.store);
    await first.engine.syncAll();
    const second = await office.openApp();
    await second.pull();
    const controls = ['ASVS 3.3.2', 'ISO 27001 A.8.5'];
    change(first.store, [
      { op: 'update', kind: 'mitigation', id: mitigationId, values: { controls } },
    ]);
    await first.engine.syncAll();
    await second.pull();
    expect(second.store.records.all('mitigation')[0]?.local).toMatchObject({ controls });
  });

  it('removes records here that others deleted', async () => {
    const first = await office.openApp();
    addModel(first.store);
    await first.push();
    const second = await office.openApp();
    await second.pull();
    const [threat] = second.store.records.all('threat');
    change(second.store, [{ op: 'delete', kind: 'threat', id: threat?.id ?? '' }]);
    await second.push();
    await first.pull();
    expect(first.store.reads.componentDetail(componentId)?.threats).toEqual([]);
    expect(first.store.records.all('mitigation')).toEqual([]);
  });

  it('gets a new access token when the old one is rejected', async () => {
    const { store, push } = await office.openApp();
    addModel(store);
    await push();
    await office.database.deleteFrom('access_tokens').execute();
    change(store, [{ op: 'update', kind: 'threat', id: threatId, values: { title: 'Later' } }]);
    expect(await push()).toBeNull();
    expect(store.outbox.counts().changes).toBe(0);
  });
});

it.each([
  { service: 'our service', around: (reach: Fetch) => reach },
  { service: 'a service that only does what the specification says', around: plainService },
])('siblings arrive in the order of their creation, at $service', async ({ around }) => {
  let [running, maxRunning] = [0, 0];
  const reach = around(office.reach);
  const app = await office.openApp({
    network: async (request) => {
      const isThreat = request.method === 'POST' && request.url.endsWith('/threats');
      if (isThreat) maxRunning = Math.max(maxRunning, ++running);
      const answer = await reach(request);
      if (isThreat) running -= 1;
      return answer;
    },
    later: () => () => {},
  });
  const titles = Array.from({ length: 230 }, (_, index) => `Threat ${index}`);
  change(app.store, [
    create('collection', uuid(1), null, { title: 'Shop' }),
    create('threatModel', uuid(2), uuid(1), { title: 'Web shop' }),
    create('canvas', uuid(3), uuid(2), { title: 'Overview' }),
    create('component', uuid(4), uuid(3), { title: 'Web app' }),
    ...titles.map((title, index) => create('threat', uuid(10 + index), uuid(4), { title })),
  ]);
  await app.engine.syncAll();
  expect(maxRunning).toBeLessThanOrEqual(1);
  const threats = await office.database
    .selectFrom('threats')
    .select('title')
    .orderBy('id')
    .execute();
  expect(threats.map(({ title }) => title)).toEqual(titles);
});

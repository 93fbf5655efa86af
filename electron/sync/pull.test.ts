import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { Fetch } from '../connection/fetch.ts';
import { createRemoteLists, createRemoteRecords } from './endpoints.ts';
import { createPull } from './pull.ts';
import { plainService } from './simulation/network.ts';
import { change, created, openOffice, uuid, type App, type Office } from './testing/office.ts';
import { canvasId, collectionId, componentId, modelId, webShop } from './testing/web-shop.ts';

const itemsIn = z.object({ items: z.array(z.unknown()) });
const [threatId, mitigationId] = [uuid(5), uuid(6)];

let office: Office;
/** Ann made everything at the service. Bob reads it. */
let ann: App;
let bob: App;
let pull: ReturnType<typeof createPull>;
/** Bob's requests: the method, the list or the kind of record, and the order of a list. */
let requests: string[];
/** The network between Bob and the service. */
let network: Fetch;

const lineOf = ({ method, url }: Request): string => {
  const { pathname, searchParams } = new URL(url);
  const [, , , list, id] = pathname.split('/');
  const [sort, limit] = [searchParams.get('sort'), searchParams.get('limit')];
  return [
    method,
    id === undefined || id === 'collection' ? list : `one of ${list}`,
    ...(sort === null ? [] : [`by ${sort}`]),
    ...(limit === '1' ? ['count'] : []),
  ].join(' ');
};

const createPullOf = ({ store, client }: App): ReturnType<typeof createPull> => {
  const { signal } = new AbortController();
  return createPull({
    store,
    remote: createRemoteRecords(client, signal),
    lists: createRemoteLists(client, signal),
    changed: () => {},
    breathe: () => Promise.resolve(),
    progress: () => {},
  });
};

beforeEach(async () => {
  office = await openOffice();
  ann = await office.openApp({ later: () => () => {} });
  change(ann.store, [
    ...webShop,
    created('threat', threatId, componentId, { title: 'Session theft' }),
    created('mitigation', mitigationId, threatId, { title: 'Short sessions' }),
  ]);
  await ann.engine.syncAll();
  [requests, network] = [[], office.reach];
  bob = await office.openApp({
    network: async (request) => {
      if (!request.url.endsWith('/auth')) requests.push(lineOf(request));
      return await network(request);
    },
    later: () => () => {},
  });
  pull = createPullOf(bob);
  await bob.pull();
  requests = [];
});
afterEach(() => office.close());

const requestsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  requests = [];
  await work();
  return requests;
};
const bySort = (list: string): string => `GET ${list} by updated_at`;
const recentLists = ['collections', 'threat-models', 'components', 'threats', 'comments'].map(
  bySort,
);
const idAtService = (kind: RecordKind, id: string): string =>
  ann.store.idMap.serviceId(kind, id) ?? '';
const titles = (kind: RecordKind): string[] =>
  bob.store.records.all(kind).map(({ local }) => String(local['title']));
const bobsModel = (): string => bob.store.records.all('threatModel')[0]?.id ?? '';

describe('a short reading', () => {
  it('reads the newest changes of each kind, and the mitigations', async () => {
    change(ann.store, [created('comment', uuid(7), threatId, { text: 'Ask Bob' })]);
    await ann.engine.flush();
    await pull.recent(null);
    expect(await requestsOf(() => pull.recent(null))).toEqual([
      ...recentLists,
      'GET mitigations count',
      'GET mitigations',
    ]);
  });

  it('reads a whole list of which nothing is known yet', async () => {
    change(ann.store, [created('comment', uuid(7), threatId, { text: 'Ask Bob' })]);
    await ann.engine.flush();
    const lines = await requestsOf(() => pull.recent(null));
    expect(lines).toContain('GET comments');
    expect(bob.store.records.all('comment')).toMatchObject([{ local: { text: 'Ask Bob' } }]);
  });

  it.each([
    [1000, ['Short sessions', 'Other']],
    [1001, ['Short sessions']],
  ])('reads at most a thousand mitigations: %i', async (count, expected) => {
    change(ann.store, [created('mitigation', uuid(8), threatId, { title: 'Other' })]);
    await ann.engine.flush();
    network = async (request) => {
      if (!lineOf(request).endsWith('count')) return await office.reach(request);
      const { items } = itemsIn.parse(await (await office.reach(request)).json());
      return Response.json({ items, count });
    };
    await pull.recent(null);
    expect(titles('mitigation')).toEqual(expected);
  });

  it('reads the canvases of the open model, and of no other', async () => {
    await pull.recent(null);
    expect(await requestsOf(() => pull.recent(bobsModel()))).toEqual([
      ...recentLists.filter((line) => !line.includes('comments')),
      'GET comments',
      'GET mitigations count',
      'GET mitigations',
      'GET one of threat-models',
      'GET one of canvases',
    ]);
    const [collection] = bob.store.records.all('collection');
    change(bob.store, [created('threatModel', uuid(9), collection?.id ?? '', { title: 'New' })]);
    expect(await requestsOf(() => pull.recent(uuid(9)))).not.toContain('GET one of threat-models');
  });

  it('goes on if the open model is gone', async () => {
    const id = bobsModel();
    await ann.client.threatModels.delete({ id: idAtService('threatModel', modelId) });
    const lines = await requestsOf(() => pull.recent(id));
    expect(lines).toContain('GET one of threat-models');
    expect(lines).not.toContain('GET one of canvases');
  });

  it.each([
    ['refuses to sort', plainService],
    [
      'ignores the order',
      (reach: Fetch): Fetch =>
        async (request) =>
          lineOf(request) === bySort('threats')
            ? Response.json({
                items: [1, 2].map((at) => ({
                  id: `${at}`,
                  updated_at: `2026-01-0${at}T00:00:00.000Z`,
                })),
                count: 2,
              })
            : await reach(request),
    ],
  ])(
    'becomes a full one if the service %s, and the order is not asked for again',
    async (_what, around) => {
      network = around(office.reach);
      await ann.client.threats.update({ id: idAtService('threat', threatId), title: 'Spoofing' });
      const first = await requestsOf(() => pull.recent(null));
      expect(first.some((line) => line.includes('by updated_at'))).toBe(true);
      expect(titles('threat')).toEqual(['Spoofing']);
      const second = await requestsOf(() => pull.recent(null));
      expect(second.filter((line) => line.includes('by updated_at'))).toEqual([]);
      expect(second).toContain('GET threats');
    },
  );

  it.each([401, 403, 500, 503])(
    'fails if a list is answered %i, and sorts the next time',
    async (status) => {
      network = async (request) =>
        lineOf(request) === bySort('threats')
          ? Response.json({ status, title: 'No' }, { status })
          : await office.reach(request);
      await expect(pull.recent(null)).rejects.toThrow('No');
      network = office.reach;
      expect(await requestsOf(() => pull.recent(null))).toContain(bySort('threats'));
    },
  );
});

describe('a full reading', () => {
  it('reads the models of every collection, and the canvases of downloaded models', async () => {
    change(ann.store, [
      created('collection', uuid(10), null, { title: 'Other' }),
      created('threatModel', uuid(11), uuid(10), { title: 'Bank' }),
      created('canvas', uuid(12), uuid(11), { title: 'Desk' }),
    ]);
    await ann.engine.syncAll();
    const lines = await requestsOf(() => pull.full());
    expect(lines.filter((line) => line === 'GET threat-models')).toHaveLength(2);
    expect(lines.filter((line) => line === 'GET one of canvases')).toHaveLength(1);
    expect(titles('threatModel')).toEqual(['Web shop', 'Bank']);
    expect(titles('canvas')).toEqual(['Overview']);
  });

  it('downloads the models of a collection that is marked to be available offline', async () => {
    change(ann.store, [
      created('threatModel', uuid(11), collectionId, { title: 'Bank' }),
      created('canvas', uuid(12), uuid(11), { title: 'Desk' }),
    ]);
    await ann.engine.syncAll();
    expect(bob.store.downloads.ids('collection').size).toBe(1);
    await pull.full();
    expect(titles('canvas').toSorted()).toEqual(['Desk', 'Overview']);
    expect(bob.store.downloads.ids('threatModel').size).toBe(2);
  });

  it('leaves out a collection about which the person has to decide', async () => {
    const [collection] = bob.store.records.all('collection');
    const { id = '' } = collection ?? {};
    bob.store.conflicts.put({ kind: 'collection', id, type: 'accessLost', items: ['record'] });
    network = async (request) =>
      lineOf(request).endsWith('collections')
        ? Response.json({ items: [], count: 0 })
        : await office.reach(request);
    expect(await requestsOf(() => pull.full())).not.toContain('GET threat-models');
    expect(titles('threatModel')).toEqual(['Web shop']);
  });

  it('reads a collection that is deleted here, so that changes of others in it are found', async () => {
    const [collection] = bob.store.records.all('collection');
    const { id = '' } = collection ?? {};
    change(bob.store, [{ op: 'delete', kind: 'collection', id }]);
    await ann.client.threatModels.create({
      title: 'Bank',
      collectionId: idAtService('collection', collectionId),
    });
    const contested = await pull.full();
    expect([...contested.keys()]).toEqual([bob.store.outbox.newestSeq()]);
  });

  it('goes on if a collection is gone before its models are read', async () => {
    network = async (request) =>
      lineOf(request) === 'GET threat-models'
        ? Response.json({ status: 404, code: 'not_found' }, { status: 404 })
        : await office.reach(request);
    await ann.client.threats.update({ id: idAtService('threat', threatId), title: 'Spoofing' });
    await pull.full();
    expect(titles('threat')).toEqual(['Spoofing']);
    expect(titles('threatModel')).toEqual(['Web shop']);
  });

  it('removes no model if a list of models kept changing', async () => {
    await ann.client.threatModels.delete({ id: idAtService('threatModel', modelId) });
    network = async (request) =>
      lineOf(request) === 'GET threat-models'
        ? Response.json({ items: [], count: 3 })
        : await office.reach(request);
    await pull.full();
    expect(titles('threatModel')).toEqual(['Web shop']);
    network = office.reach;
    await pull.full();
    expect(titles('threatModel')).toEqual([]);
  });

  it('throws if the service has none of the known collections', async () => {
    await pull.assertKnown();
    network = async (request) =>
      lineOf(request) === 'GET collections'
        ? Response.json({ items: [], count: 0 })
        : await office.reach(request);
    await expect(pull.assertKnown()).rejects.toThrow('none of your collections');
    await expect(pull.full()).rejects.toThrow('none of your collections');
    expect(titles('collection')).toEqual(['Shop']);
  });
});

describe('the download of a model', () => {
  it('has its canvases and components, and marks it as downloaded', async () => {
    change(
      ann.store,
      Array.from({ length: 250 }, (_, index) =>
        created('component', uuid(1000 + index), canvasId, { title: `Part ${index}` }),
      ),
    );
    await ann.engine.syncAll();
    const cleo = await office.openApp({ later: () => () => {} });
    const download = createPullOf(cleo);
    await download.full();
    const { id } = cleo.store.records.all('threatModel')[0] ?? { id: '' };
    expect(cleo.store.records.all('canvas')).toEqual([]);
    await download.model(id);
    expect(cleo.store.records.all('canvas')).toHaveLength(1);
    expect(cleo.store.records.all('component')).toHaveLength(251);
    expect(cleo.store.downloads.ids('threatModel')).toEqual(new Set([id]));
  });

  it('has its canvases only, after an import', async () => {
    const collection = idAtService('collection', collectionId);
    const { id } = await ann.client.threatModels.create({
      title: 'Bank',
      collectionId: collection,
    });
    await ann.client.canvases.create({ title: 'Desk', threatModelId: id });
    const lines = await requestsOf(() => pull.imported(collection, [id]));
    expect(lines).toEqual(['GET threat-models', 'GET one of threat-models', 'GET one of canvases']);
    expect(titles('canvas')).toEqual(['Overview', 'Desk']);
    expect(bob.store.downloads.ids('threatModel').size).toBe(2);
  });
});

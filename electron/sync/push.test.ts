import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCarrier } from './carrier.ts';
import type { Contested } from './contested.ts';
import { createMatchSearch } from './create-match.ts';
import { createRemoteLists, createRemoteRecords } from './endpoints.ts';
import { createPush, type Deletable, type Postponed } from './push.ts';
import { plainService } from './simulation/network.ts';
import { change, created, openOffice, uuid, type App, type Office } from './testing/office.ts';
import { canvasId, collectionId, componentId, modelId, webShop } from './testing/web-shop.ts';

const threatId = uuid(5);
const everything = (): Deletable => ({ upTo: Number.MAX_SAFE_INTEGER, contested: new Map() });

let office: Office;
let app: App;
/** The sent requests in their order, except those for tokens. */
let sent: string[];
/** The highest number of requests that were in flight at the same time. */
let mostAtOnce: number;
let answered: number;
/** Called between two groups of requests. */
let between: () => Promise<Postponed | null>;
let push: (deletable: Deletable | null) => Promise<Postponed | null>;

beforeEach(async () => {
  office = await openOffice();
  [sent, mostAtOnce, answered, between] = [[], 0, 0, () => Promise.resolve(null)];
  let inFlight = 0;
  const reach = plainService((request) => office.network(request));
  app = await office.openApp({
    network: async (request) => {
      if (request.url.endsWith('/auth')) return await reach(request);
      const { pathname } = new URL(request.url);
      const body = request.method === 'POST' ? await request.clone().text() : '';
      const name = /"(?:title|text)":"([^"]*)"/.exec(body)?.[1];
      sent.push([request.method, pathname.split('/')[3], ...(name ? [name] : [])].join(' '));
      inFlight += 1;
      mostAtOnce = Math.max(mostAtOnce, inFlight);
      // Other requests that are sent at the same time are sent before this one is answered.
      await nextTurn();
      try {
        return await reach(request);
      } finally {
        inFlight -= 1;
      }
    },
    later: () => () => {},
  });
  const { store, client } = app;
  const { signal } = new AbortController();
  const remote = createRemoteRecords(client, signal);
  push = createPush({
    store,
    remote,
    carrier: createCarrier(client, signal),
    findTwin: createMatchSearch({ store, remote, lists: createRemoteLists(client, signal) }),
    changed: () => {},
    answered: () => void (answered += 1),
    renumbered: () => {},
    between: () => between(),
  });
});
afterEach(() => office.close());

const setUp = async (): Promise<void> => {
  change(app.store, [
    ...webShop,
    created('threat', threatId, componentId, { title: 'Session theft' }),
  ]);
  await push(null);
  await push(null);
  [sent, mostAtOnce, answered] = [[], 0, 0];
};
const refuse = (isMeant: (request: Request) => boolean, status: number): void => {
  office.network = async (request) =>
    isMeant(request)
      ? Response.json({ status, title: 'No' }, { status })
      : await office.reach(request);
};
const numbers = (many: number): number[] => Array.from({ length: many }, (_, index) => index + 1);
const addCollections = (many: number): void =>
  change(
    app.store,
    numbers(many).map((number) =>
      created('collection', uuid(100 + number), null, { title: `No. ${number}` }),
    ),
  );
const rename = (kind: 'collection' | 'component' | 'threat', id: string, title: string): void =>
  change(app.store, [{ op: 'update', kind, id, values: { title } }]);
const pending = () => app.store.outbox.all().map(({ op, id }) => [op, id]);

describe('creates', () => {
  it('of parents are sent before those of children, and four of a kind at once', async () => {
    const components = numbers(6).map((number) =>
      created('component', uuid(300 + number), canvasId, { title: `Part ${number}` }),
    );
    const threats = numbers(6).map((number) =>
      created('threat', uuid(200 + number), uuid(300 + number), { title: `Threat ${number}` }),
    );
    change(app.store, [...webShop, ...components, ...threats]);
    expect(await push(null)).toBeNull();
    const kinds = [...new Set(sent.map((line) => line.split(' ')[1]))];
    expect(kinds).toEqual(['collections', 'threat-models', 'canvases', 'components', 'threats']);
    expect(mostAtOnce).toBe(4);
    expect(answered).toBe(16);
    expect(pending()).toEqual([]);
  });

  it.each([
    ['threat', componentId, 'threats', 'title'],
    ['mitigation', threatId, 'mitigations', 'title'],
    ['comment', threatId, 'comments', 'text'],
  ] as const)('of the same parent are sent in order: %s', async (kind, parentId, list, field) => {
    await setUp();
    change(
      app.store,
      numbers(6).map((number) =>
        created(kind, uuid(200 + number), parentId, { [field]: `No. ${number}` }),
      ),
    );
    await push(null);
    expect(sent).toEqual(numbers(6).map((number) => `POST ${list} No. ${number}`));
    expect(mostAtOnce).toBe(1);
  });

  it('of threats in several components are sent at once', async () => {
    await setUp();
    change(app.store, [created('component', uuid(300), canvasId, { title: 'Other' })]);
    await push(null);
    mostAtOnce = 0;
    change(app.store, [
      created('threat', uuid(201), componentId, { title: 'Here' }),
      created('threat', uuid(202), uuid(300), { title: 'There' }),
    ]);
    await push(null);
    expect(mostAtOnce).toBe(2);
  });

  it('without an answer are repeated one by one, before others', async () => {
    addCollections(3);
    office.network = async (request) => {
      const answer = await office.reach(request);
      if (request.url.endsWith('/auth')) return answer;
      throw new TypeError('connection reset');
    };
    expect(await push(null)).toMatchObject({ kind: 'unreachable', reason: 'connection reset' });
    expect(mostAtOnce).toBe(3);
    office.network = office.reach;
    change(app.store, [created('collection', uuid(99), null, { title: 'New' })]);
    [sent, mostAtOnce] = [[], 0];
    expect(await push(null)).toBeNull();
    expect(mostAtOnce).toBe(1);
    expect(sent.filter((line) => line.startsWith('POST'))).toEqual(['POST collections New']);
    expect(pending()).toEqual([]);
  });
});

describe('updates and deletes', () => {
  it('are sent after creates, and deletes last', async () => {
    await setUp();
    change(app.store, [{ op: 'delete', kind: 'threat', id: threatId }]);
    rename('collection', collectionId, 'Store');
    change(app.store, [created('collection', uuid(99), null, { title: 'New' })]);
    expect(await push(everything())).toBeNull();
    expect(sent.filter((line) => !line.startsWith('GET'))).toEqual([
      'POST collections New',
      'PATCH collections',
      'DELETE threats',
    ]);
  });

  it('of several records are sent at once', async () => {
    await setUp();
    addCollections(6);
    await push(null);
    mostAtOnce = 0;
    for (const number of numbers(6)) rename('collection', uuid(100 + number), `New ${number}`);
    await push(null);
    expect(mostAtOnce).toBe(4);
  });

  it('wait if deletes may not be sent yet', async () => {
    await setUp();
    change(app.store, [{ op: 'delete', kind: 'threat', id: threatId }]);
    expect(await push(null)).toBeNull();
    expect(sent).toEqual([]);
    expect(pending()).toEqual([['delete', threatId]]);
  });

  it('wait if they were made after the last reading', async () => {
    await setUp();
    change(app.store, [created('threat', uuid(6), componentId, { title: 'Spoofing' })]);
    await push(null);
    change(app.store, [{ op: 'delete', kind: 'threat', id: threatId }]);
    const upTo = app.store.outbox.newestSeq();
    change(app.store, [{ op: 'delete', kind: 'threat', id: uuid(6) }]);
    expect(await push({ upTo, contested: new Map() })).toBeNull();
    expect(pending()).toEqual([['delete', uuid(6)]]);
  });

  it('become conflicts if they would remove what others changed', async () => {
    await setUp();
    change(app.store, [{ op: 'delete', kind: 'threat', id: threatId }]);
    const seq = app.store.outbox.newestSeq();
    const contested: Contested = new Map([[seq, { 'comment:c': 'v1' }]]);
    expect(await push({ upTo: seq, contested })).toBeNull();
    expect(sent.filter((line) => line.startsWith('DELETE'))).toEqual([]);
    expect(contested.size).toBe(0);
    expect(app.store.conflicts.find('threat', threatId)).toMatchObject({
      type: 'editedThere',
      held: { 'comment:c': 'v1' },
    });
  });

  it('stay contested if that cannot be stored now', async () => {
    await setUp();
    refuse(({ method }) => method === 'GET', 500);
    change(app.store, [{ op: 'delete', kind: 'threat', id: threatId }]);
    const seq = app.store.outbox.newestSeq();
    const contested: Contested = new Map([[seq, {}]]);
    expect(await push({ upTo: seq, contested })).toMatchObject({ kind: 'later', reason: 'No' });
    expect([...contested.keys()]).toEqual([seq]);
    expect(sent.filter((line) => line.startsWith('DELETE'))).toEqual([]);
    expect(pending()).toEqual([['delete', threatId]]);
  });
});

describe('a failure', () => {
  it('of one request lets others continue, and is the result', async () => {
    await setUp();
    refuse(({ method, url }) => method === 'PATCH' && url.includes('/threats/'), 500);
    rename('threat', threatId, 'Spoofing');
    rename('component', componentId, 'Shop front');
    change(app.store, [created('collection', uuid(99), null, { title: 'New' })]);
    expect(await push(everything())).toMatchObject({ kind: 'later', reason: 'No' });
    expect(pending()).toEqual([['update', threatId]]);
  });

  it('that concerns everything lets nothing more be sent, and is the result', async () => {
    await setUp();
    addCollections(9);
    refuse(({ method }) => method === 'POST', 503);
    rename('threat', threatId, 'Spoofing');
    change(app.store, [{ op: 'delete', kind: 'component', id: componentId }]);
    expect(await push(everything())).toMatchObject({ kind: 'unreachable', reason: 'No' });
    // Four requests were in flight when the first one failed.
    expect(sent).toHaveLength(4);
    expect(pending()).toHaveLength(10);
    expect(answered).toBe(0);
  });

  it('that concerns everything matters more than one of a single request', async () => {
    await setUp();
    const isThreat = ({ url }: Request): boolean => url.includes('/threats/');
    rename('threat', threatId, 'Spoofing');
    rename('component', componentId, 'Shop front');
    office.network = (request) => {
      const status = isThreat(request) ? 500 : 503;
      return Promise.resolve(Response.json({ status, title: `${status}` }, { status }));
    };
    expect(await push(null)).toMatchObject({ kind: 'unreachable', reason: '503' });
    office.network = (request) => {
      const status = isThreat(request) ? 503 : 500;
      return Promise.resolve(Response.json({ status, title: `${status}` }, { status }));
    };
    expect(await push(null)).toMatchObject({ kind: 'unreachable', reason: '503' });
  });

  it('rejects a change, which is not sent again until the person asks for it', async () => {
    await setUp();
    refuse(({ method }) => method === 'PATCH', 400);
    rename('threat', threatId, 'Spoofing');
    expect(await push(null)).toBeNull();
    expect(answered).toBe(1);
    const [entry] = app.store.outbox.all();
    expect(entry).toMatchObject({ rejection: { problem: 'invalid', reason: 'No' }, attempts: 0 });
    office.network = office.reach;
    sent = [];
    expect(await push(null)).toBeNull();
    expect(sent).toEqual([]);
    app.store.outbox.retryAll();
    expect(await push(null)).toBeNull();
    expect(pending()).toEqual([]);
  });
});

describe('the pauses in a long send', () => {
  it('come after every hundred changes', async () => {
    await setUp();
    addCollections(250);
    const pauses: number[] = [];
    between = () => {
      pauses.push(answered);
      return Promise.resolve(null);
    };
    expect(await push(null)).toBeNull();
    expect(pauses).toEqual([100, 200]);
    expect(answered).toBe(250);
  });

  it('end it if the service gets nothing more', async () => {
    await setUp();
    addCollections(250);
    const hold = { kind: 'hold', hold: 'signIn', reason: 'No' } as const;
    between = () => Promise.resolve(hold);
    expect(await push(everything())).toEqual(hold);
    expect(answered).toBe(100);
    expect(pending()).toHaveLength(150);
  });

  it('do not hide an earlier failure of one request', async () => {
    addCollections(150);
    office.network = async (request) =>
      request.method === 'POST' && (await request.clone().text()).includes('"No. 5"')
        ? Response.json({ status: 500, title: 'No' }, { status: 500 })
        : await office.reach(request);
    expect(await push(null)).toMatchObject({ kind: 'later', reason: 'No' });
    expect(pending()).toEqual([['create', uuid(105)]]);
  });

  it('are left out after a failure that concerns everything', async () => {
    await setUp();
    addCollections(150);
    refuse(({ method }) => method === 'POST', 503);
    let pauses = 0;
    between = () => {
      pauses += 1;
      return Promise.resolve(null);
    };
    await push(null);
    expect(pauses).toBe(0);
  });
});

describe('a create whose parent is gone', () => {
  const addThreat = (): void =>
    change(app.store, [created('threat', uuid(6), componentId, { title: 'Spoofing' })]);
  const removeAtService = async (): Promise<void> => {
    const id = app.store.idMap.serviceId('component', componentId) ?? '';
    await app.client.components.delete({ id });
  };

  it('waits for the decision about the parent', async () => {
    await setUp();
    await removeAtService();
    addThreat();
    expect(await push(null)).toBeNull();
    expect(app.store.conflicts.keys()).toMatchObject([{ kind: 'component', type: 'deletedThere' }]);
    expect(pending()).toEqual([['create', uuid(6)]]);
    expect(app.store.outbox.counts().rejected).toBe(0);
    sent = [];
    expect(await push(null)).toBeNull();
    expect(sent).toEqual([]);
  });

  it('is rejected if the service has the parent after all', async () => {
    await setUp();
    refuse(({ method }) => method === 'POST', 404);
    addThreat();
    expect(await push(null)).toBeNull();
    expect(app.store.conflicts.keys()).toEqual([]);
    expect(app.store.outbox.all()).toMatchObject([{ rejection: { problem: 'missing' } }]);
  });

  it('stays pending if nobody knows whether the parent is there', async () => {
    await setUp();
    refuse(({ method, url }) => method === 'POST' || url.includes('/components/'), 500);
    office.network = (request) => {
      const status = request.method === 'POST' ? 404 : 500;
      return request.url.endsWith('/auth')
        ? office.reach(request)
        : Promise.resolve(Response.json({ status, title: 'No' }, { status }));
    };
    addThreat();
    expect(await push(null)).toMatchObject({ kind: 'later' });
    expect(pending()).toEqual([['create', uuid(6)]]);
    expect(app.store.outbox.counts().rejected).toBe(0);
  });

  it('of a collection is rejected, because a collection has no parent', async () => {
    refuse(({ method, url }) => method === 'POST' && !url.endsWith('/auth'), 404);
    addCollections(1);
    expect(await push(null)).toBeNull();
    expect(app.store.outbox.all()).toMatchObject([{ rejection: { problem: 'missing' } }]);
  });
});

it('a record below a rejected create waits for it', async () => {
  refuse(({ method, url }) => method === 'POST' && url.endsWith('/threat-models'), 400);
  change(app.store, webShop);
  expect(await push(null)).toBeNull();
  expect(sent).toEqual(['POST collections Shop', 'POST threat-models Web shop']);
  expect(pending()).toEqual([
    ['create', modelId],
    ['create', canvasId],
    ['create', componentId],
  ]);
});

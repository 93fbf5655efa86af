import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchLimitHeader } from '#shared/api/batch.ts';
import { plainService } from './simulation/network.ts';
import { batchNetwork, type Part } from './testing/batch-network.ts';
import { change, created, openOffice, uuid, type App, type Office } from './testing/office.ts';
import { componentId, modelId, webShop } from './testing/web-shop.ts';

const threatId = (number: number): string => uuid(1000 + number);

let office: Office;
let network: ReturnType<typeof batchNetwork>;
let app: App;

beforeEach(async () => {
  office = await openOffice();
  network = batchNetwork(office.reach);
  app = await office.openApp({ network: network.fetch, later: () => () => {} });
  change(app.store, webShop);
  await app.engine.syncAll();
  network.sent.length = 0;
  network.batches.length = 0;
});
afterEach(() => office.close());

const addThreats = (many: number, from = 0): void =>
  change(
    app.store,
    Array.from({ length: many }, (_, index) =>
      created('threat', threatId(from + index), componentId, { title: `Threat ${from + index}` }),
    ),
  );
const retitle = (number: number, title: string): void =>
  change(app.store, [{ op: 'update', kind: 'threat', id: threatId(number), values: { title } }]);
const titlesAtService = async (): Promise<string[]> => {
  const rows = await office.database.selectFrom('threats').select('title').orderBy('id').execute();
  return rows.map(({ title }) => title);
};
const named = (many: number): string[] =>
  Array.from({ length: many }, (_, index) => `Threat ${index}`);
const writesAlone = (): string[] => network.sent.filter((line) => !/^GET|batch$/.test(line));
const refusal = (status: number, code: string) => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: { status, code },
});
const isAtRest = (): void => {
  expect(app.engine.status()).toMatchObject({ pending: 0, rejected: 0, conflicts: 0 });
};

it('many creates, changes, and deletes are sent together', async () => {
  addThreats(250);
  await app.engine.flush();
  expect(network.batches.map(({ parts }) => parts.length)).toEqual([100, 100, 50]);
  expect(network.sent).toEqual(['POST batch', 'POST batch', 'POST batch']);
  for (let number = 0; number < 250; number += 1) retitle(number, `Changed ${number}`);
  network.sent.length = 0;
  await app.engine.flush();
  expect(network.sent).toEqual(['POST batch', 'POST batch', 'POST batch']);
  expect((await titlesAtService())[249]).toBe('Changed 249');
  const deletes = Array.from({ length: 250 }, (_, number) => ({
    op: 'delete' as const,
    kind: 'threat' as const,
    id: threatId(number),
  }));
  change(app.store, deletes);
  network.sent.length = 0;
  await app.engine.flush();
  expect(writesAlone()).toEqual([]);
  // Three batches read the records, and three delete them.
  expect(network.sent.filter((line) => line.endsWith('batch'))).toHaveLength(6);
  expect(await titlesAtService()).toEqual([]);
  isAtRest();
});

it('a single change is sent without a batch', async () => {
  addThreats(1);
  await app.engine.flush();
  expect(network.sent).toEqual(['POST threats']);
});

it('a service that does not announce batches gets none', async () => {
  const plain = batchNetwork(plainService(office.reach));
  const other = await office.openApp({ network: plain.fetch, later: () => () => {} });
  await other.engine.syncAll();
  change(other.store, [
    created('collection', uuid(50), null, { title: 'One' }),
    created('collection', uuid(51), null, { title: 'Two' }),
  ]);
  await other.engine.flush();
  expect(plain.batches).toEqual([]);
  expect(other.engine.status().pending).toBe(0);
});

it('attempts and bodies are stored before the batch is sent', async () => {
  addThreats(30);
  network.onBatch = async (parts, send) => {
    const entries = app.store.outbox.all();
    expect(entries.filter(({ attempts }) => attempts === 1)).toHaveLength(30);
    expect(entries.map(({ body }) => body)).toEqual(parts.map(({ body }) => body));
    return await send(parts);
  };
  await app.engine.flush();
  expect(network.batches).toHaveLength(1);
  isAtRest();
});

it('a batch has at most as many requests as the service announces', async () => {
  const modest = batchNetwork(async (request) => {
    const answer = await office.reach(request);
    const headers = new Headers(answer.headers);
    if (headers.has(batchLimitHeader)) headers.set(batchLimitHeader, '10');
    const { status } = answer;
    return new Response(answer.body, { status, headers });
  });
  const other = await office.openApp({ network: modest.fetch, later: () => () => {} });
  await other.engine.syncAll();
  const titles = Array.from({ length: 25 }, (_, index) => `Collection ${index}`);
  change(
    other.store,
    titles.map((title, index) => created('collection', uuid(100 + index), null, { title })),
  );
  await other.engine.flush();
  expect(modest.batches.map(({ parts }) => parts.length)).toEqual([10, 10, 5]);
  expect(other.engine.status().pending).toBe(0);
});

describe('a part', () => {
  it('that is rejected is kept, and the others arrive', async () => {
    addThreats(20);
    change(app.store, [
      { op: 'update', kind: 'threat', id: threatId(7), values: { title: '' } },
      created('comment', uuid(60), threatId(7), { text: 'Below it' }),
      created('comment', uuid(61), threatId(8), { text: 'Below another' }),
    ]);
    await app.engine.flush();
    expect(app.engine.status()).toMatchObject({ rejected: 1, pending: 1 });
    expect(await titlesAtService()).toEqual(named(20).filter((title) => title !== 'Threat 7'));
    retitle(7, 'Threat 7');
    await app.engine.syncAll();
    expect(await titlesAtService()).toHaveLength(20);
    isAtRest();
  });

  it('that others changed meanwhile is merged, and the conflict is kept', async () => {
    addThreats(20);
    await app.engine.flush();
    const other = await office.client(office.reach);
    const id = app.store.idMap.serviceId('threat', threatId(3)) ?? '';
    await other.threats.update({ id, title: 'Theirs', priority: 'critical' });
    for (let number = 0; number < 20; number += 1) retitle(number, `Mine ${number}`);
    await app.engine.flush();
    expect(app.engine.conflicts()).toMatchObject([{ kind: 'threat', id: threatId(3) }]);
    expect((await titlesAtService())[3]).toBe('Theirs');
    expect((await titlesAtService())[4]).toBe('Mine 4');
    expect(app.engine.status().pending).toBe(0);
  });

  it('that was skipped because the batch took too long is in the next one', async () => {
    addThreats(30);
    network.onBatch = async (parts, send) => {
      const answered = await send(parts.slice(0, 12));
      return [...answered, ...parts.slice(12).map(() => refusal(429, 'rate_limited'))];
    };
    await app.engine.flush();
    expect(network.batches.map(({ parts }) => parts.length)).toEqual([30, 18, 6]);
    expect(await titlesAtService()).toEqual(named(30));
    isAtRest();
  });

  it('that was sent with an expired token is in the next batch, with a new token', async () => {
    addThreats(30);
    network.onBatch = async (parts, send) => {
      network.onBatch = (rest, sendRest) => sendRest(rest);
      const answered = await send(parts.slice(0, 12));
      await office.database.deleteFrom('access_tokens').execute();
      return [...answered, ...parts.slice(12).map(() => refusal(401, 'unauthenticated'))];
    };
    await app.engine.flush();
    expect(await titlesAtService()).toEqual(named(30));
    isAtRest();
  });

  it('for which the token is no longer valid pauses everything until the person acts', async () => {
    addThreats(3);
    network.onBatch = (parts) => Promise.resolve(parts.map(() => refusal(401, 'unauthenticated')));
    await expect(app.engine.flush()).rejects.toThrow('401');
    expect(app.engine.status()).toMatchObject({ hold: 'signIn', pending: 3 });
    expect(network.batches).toHaveLength(2);
  });

  it('is not sent again at once if the service refuses every part as too many', async () => {
    addThreats(3);
    network.onBatch = (parts) =>
      // Without this end, an app that repeats the batch at once would never stop.
      network.batches.length > 3
        ? Promise.reject(new TypeError('too many batches'))
        : Promise.resolve(parts.map(() => refusal(429, 'rate_limited')));
    await expect(app.engine.flush()).rejects.toThrow('429');
    expect(network.batches).toHaveLength(1);
    expect(app.engine.status().pending).toBe(3);
  });
});

describe('a batch', () => {
  const lost = async (parts: readonly Part[], send: (parts: readonly Part[]) => unknown) => {
    await send(parts);
    throw new TypeError('connection reset');
  };

  it('without an answer is checked part by part, and nothing is created twice', async () => {
    addThreats(40);
    network.onBatch = lost;
    await expect(app.engine.flush()).rejects.toThrow('connection reset');
    expect(app.engine.status()).toMatchObject({ state: 'offline', pending: 40 });
    network.onBatch = (parts, send) => send(parts);
    await app.engine.syncAll();
    expect(await titlesAtService()).toEqual(named(40));
    isAtRest();
  });

  it('of changes without an answer does not conflict with itself', async () => {
    addThreats(40);
    await app.engine.flush();
    for (let number = 0; number < 40; number += 1) retitle(number, `Changed ${number}`);
    network.onBatch = lost;
    await expect(app.engine.flush()).rejects.toThrow('connection reset');
    network.onBatch = (parts, send) => send(parts);
    for (let number = 0; number < 40; number += 1) retitle(number, `Again ${number}`);
    await app.engine.syncAll();
    expect((await titlesAtService())[39]).toBe('Again 39');
    isAtRest();
  });

  it('with an incomplete answer counts as unanswered', async () => {
    addThreats(10);
    network.onBatch = async (parts, send) => (await send(parts)).slice(0, 4);
    await expect(app.engine.flush()).rejects.toThrow('not answered whole');
    expect(app.engine.status()).toMatchObject({ state: 'offline', pending: 6 });
    network.onBatch = (parts, send) => send(parts);
    await app.engine.syncAll();
    expect(await titlesAtService()).toEqual(named(10));
  });

  it('ends with the engine, and its changes stay pending for the next start', async () => {
    addThreats(10);
    const left = Promise.withResolvers<void>();
    network.onBatch = async () => {
      left.resolve();
      return await new Promise<never>(() => {});
    };
    const sent = app.engine.flush();
    await left.promise;
    const stopped = app.engine.stop();
    await expect(sent).rejects.toThrow('aborted');
    await stopped;
    expect(app.store.outbox.counts().changes).toBe(10);
  });

  it.each([400, 403, 404, 413])('that is rejected with %s is sent part by part', async (status) => {
    addThreats(10);
    network.onBatch = () => Promise.resolve(Response.json({ status, code: 'no' }, { status }));
    await app.engine.flush();
    expect(await titlesAtService()).toEqual(named(10));
    isAtRest();
  });

  it.each([500, 503])('that fails with %s is half as large the next time', async (status) => {
    addThreats(64);
    await app.engine.flush();
    for (let number = 0; number < 64; number += 1) retitle(number, `Changed ${number}`);
    network.batches.length = 0;
    network.onBatch = () => Promise.resolve(Response.json({ status, code: 'no' }, { status }));
    await expect(app.engine.flush()).rejects.toThrow(`${status}`);
    expect(app.engine.status()).toMatchObject({ pending: 64 });
    network.onBatch = (parts, send) => send(parts);
    network.batches.length = 0;
    await app.engine.syncAll();
    expect(network.batches[0]?.parts).toHaveLength(32);
    expect((await titlesAtService())[63]).toBe('Changed 63');
    isAtRest();
  });

  it('that always fails does not block its changes', async () => {
    addThreats(20);
    network.onBatch = () => Promise.reject(new TypeError('connection reset'));
    for (let pass = 0; pass < 8 && app.store.outbox.counts().changes > 0; pass += 1) {
      await app.engine.flush().catch(() => undefined);
    }
    expect(await titlesAtService()).toEqual(named(20));
    isAtRest();
  });

  it('has a size limit, and larger requests are sent alone', async () => {
    const drawing = (characters: number) => ({
      nodes: [{ id: 'a', position: { x: 0, y: 0 }, data: { label: 'x'.repeat(characters) } }],
      edges: [],
    });
    const sizes = [400_000, 400_000, 400_000, 1_500_000, 10];
    change(
      app.store,
      sizes.map((size, index) => ({
        op: 'create' as const,
        kind: 'canvas' as const,
        id: uuid(70 + index),
        parentId: modelId,
        values: { title: `Canvas ${index}` },
        document: drawing(size),
      })),
    );
    await app.engine.flush();
    expect(network.batches.map(({ parts }) => parts.length)).toEqual([2]);
    expect(writesAlone()).toEqual(['POST canvases', 'POST canvases', 'POST canvases']);
    for (const { bytes } of network.batches) expect(bytes).toBeLessThan(1_100_000);
    isAtRest();
  });
});

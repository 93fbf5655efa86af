import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadableAnswer } from './answer-failures.ts';
import { createApiClient, type SyncClient } from './api-client.ts';
import { endpointAt } from './endpoint-of.ts';
import { createTolerantReader } from './tolerant-reader.ts';

/** Returns a client of another implementation of the API, which answers each request with `body`. */
const clientOf = (body: unknown, status = 200): SyncClient =>
  createApiClient('http://other.invalid/v1', () =>
    Promise.resolve(
      new Response(body === undefined ? null : JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json' },
      }),
    ),
  );

const canvasOf = (data: unknown) => ({
  id: 'c1',
  title: 'Overview',
  threat_model: { id: 'm1' },
  data,
});

describe('an answer of another implementation', () => {
  it('keeps unknown fields and values', async () => {
    const threat = { id: 't1', status: 'parked', priority: 'P0', risk: { score: 9, why: [null] } };
    expect(await clientOf(threat).threats.get({ id: 't1' })).toEqual(threat);
    const user = {
      id: 'u1',
      role: 'auditor',
      status: 'dormant',
      scopes: [{ permission: 'admin' }],
    };
    expect(await clientOf(user).users.get({ id: 'u1' })).toEqual(user);
  });

  it('keeps any unknown keys', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (unknown) => {
        const fields = Object.entries(unknown).map(([key, value]) => [`x-${key}`, value]);
        const comment = { ...Object.fromEntries(fields), id: 'c1', text: 'Seen' };
        const sent: unknown = JSON.parse(JSON.stringify(comment));
        expect(await clientOf(comment).comments.get({ id: 'c1' })).toEqual(sent);
        const list = { items: [comment], count: 1 };
        expect((await clientOf(list).comments.list({})).items).toEqual([sent]);
      }),
      { numRuns: 50 },
    );
  });

  it('may have null for a text, and a number for an ID', async () => {
    const threat = {
      id: 7,
      description: null,
      source: null,
      updated_at: null,
      component: { id: 8 },
    };
    expect(await clientOf(threat).threats.get({ id: '7' })).toEqual({
      id: '7',
      description: '',
      source: null,
      updated_at: null,
      component: { id: '8' },
    });
  });

  it('may leave out or empty its lists, and put them in envelopes', async () => {
    const component = { id: 'c1', canvas: { id: 'd1' }, threats: { items: [{ id: 't1' }] } };
    expect(await clientOf(component).components.get({ id: 'c1' })).toEqual({
      id: 'c1',
      canvas: { id: 'd1' },
      attributes: [],
      threats: [{ id: 't1' }],
    });
    const team = { id: 't1', title: 'Red', users: null };
    expect((await clientOf(team).teams.get({ id: 't1' })).users).toEqual([]);
  });

  it('leaves absent fields absent', async () => {
    expect(await clientOf({ id: 't1' }).threats.get({ id: 't1' })).toEqual({ id: 't1' });
  });
});

describe('a drawing', () => {
  it.each([
    ['is kept to the letter', { nodes: [{ odd: null }, 3], edges: [{}], view: { zoom: 2 } }],
    [
      'may have no edges',
      { nodes: [{ id: 'a' }], edges: null },
      { nodes: [{ id: 'a' }], edges: [] },
    ],
    ['may be empty', {}, { nodes: [], edges: [] }],
    ['may be none', null, { nodes: [], edges: [] }],
  ])('%s', async (_, data: unknown, expected: unknown = data) => {
    expect((await clientOf(canvasOf(data)).canvases.get({ id: 'c1' })).data).toEqual(expected);
  });

  it('keeps a key that a copy would lose', async () => {
    const client = createApiClient('http://other.invalid/v1', () =>
      Promise.resolve(
        new Response('{"id":"c1","data":{"nodes":[{"__proto__":{"a":1}}],"edges":[]}}'),
      ),
    );
    const { data } = await client.canvases.get({ id: 'c1' });
    expect(JSON.stringify(data)).toBe('{"nodes":[{"__proto__":{"a":1}}],"edges":[]}');
  });

  it.each([
    ['data.nodes', { nodes: { a: 1 }, edges: [] }],
    ['data', 'nodes and edges'],
  ])('is rejected with the path: %s', async (field, data) => {
    const read = clientOf(canvasOf(data)).canvases.get({ id: 'c1' });
    await expect(read).rejects.toMatchObject({ endpoint: 'GET /canvases/{id}', field });
  });
});

const listOf = (length: number) => Array.from({ length }, (_, index) => ({ id: `t${index}` }));

describe('a list', () => {
  it.each([
    ['in its envelope', { items: listOf(3), count: 40 }, 3, 40],
    ['that does not say how many there are', { items: listOf(3) }, 3, 3],
    ['without an envelope', listOf(3), 3, 3],
    ['without an envelope, behind which more may follow', listOf(5), 5, 6],
    ['that is given whole, whatever was asked for', listOf(9), 9, 9],
    ['that is null', null, 0, 0],
  ])('%s', async (_, body, length, count) => {
    const list = await clientOf(body).threats.list({ limit: 5 });
    expect([list.items.length, list.count]).toEqual([length, count]);
  });

  it('counts the pages before it if the service reports no total', async () => {
    const last = await clientOf(listOf(2)).threats.list({ limit: 5, page: 3 });
    expect(last.count).toBe(12);
  });

  it('may be answered with no content when it is empty', async () => {
    expect(await clientOf(undefined, 204).threats.list({})).toEqual({ items: [], count: 0 });
    expect(await clientOf(undefined, 204).comments.listForThreat({ threatId: 't1' })).toEqual([]);
  });

  it('may have an envelope where none is documented', async () => {
    const comments = clientOf({ items: [{ id: 'c1' }], count: 1 }).comments;
    expect(await comments.listForThreat({ threatId: 't1' })).toEqual([{ id: 'c1' }]);
  });
});

describe('a write', () => {
  const writes: [string, (client: SyncClient) => Promise<unknown>][] = [
    ['create', (client) => client.comments.create({ threatId: 't1', text: 'Seen' })],
    ['update', (client) => client.comments.update({ id: 'c1', text: 'Seen' })],
    [
      'grant',
      (client) => client.collectionAccess.grantUsers({ collectionId: 'c1', usersPermissions: [] }),
    ],
  ];

  it.each(writes)(
    '(%s) may be answered without a body: the caller reads the record',
    async (_, write) => {
      for (const status of [200, 201]) expect(await write(clientOf(null, status))).toBeNull();
      for (const status of [200, 201, 204])
        expect(await write(clientOf(undefined, status))).toBeNull();
    },
  );

  it.each(writes.slice(0, 2))('(%s) may be answered without an id', async (_, write) => {
    expect(await write(clientOf({ ok: true }))).toBeNull();
  });

  it.each([200, 201, 202])('may be answered with the status %i', async (status) => {
    const comment = { id: 'c1', text: 'Seen' };
    const { comments } = clientOf(comment, status);
    expect(await comments.create({ threatId: 't1', text: 'Seen' })).toEqual(comment);
    expect(await comments.update({ id: 'c1', text: 'Seen' })).toEqual(comment);
  });

  it.each([
    [200, undefined],
    [200, { id: 'c1' }],
    [202, null],
    [204, undefined],
  ])('(delete) succeeds with the status %i and any body', async (status, body) => {
    expect(await clientOf(body, status).comments.delete({ id: 'c1' })).toBeUndefined();
  });
});

describe('an unreadable answer', () => {
  const page = (): Promise<Response> =>
    Promise.resolve(
      new Response('<h1>Sign in to the hotel</h1>', { headers: { 'content-type': 'text/html' } }),
    );
  const hotel = createApiClient('http://other.invalid/v1', page);

  it.each<[string, string | null, () => Promise<unknown>]>([
    ['GET /threats', null, () => hotel.threats.list({})],
    ['DELETE /threats/{id}', null, () => hotel.threats.delete({ id: 't1' })],
    ['POST /comments', null, () => hotel.comments.create({ threatId: 't1', text: 'Seen' })],
    ['GET /threats', 'items', () => clientOf({ data: [] }).threats.list({})],
    ['GET /threats', 'items', () => clientOf({ items: 'none' }).threats.list({})],
    ['GET /threats', 'items', () => clientOf('none').threats.list({})],
    ['GET /threats', 'items[1].id', () => clientOf([{ id: 't1' }, {}]).threats.list({})],
    ['GET /threats', 'items[0].id', () => clientOf([null]).threats.list({})],
    ['GET /threats/{id}', 'id', () => clientOf({ title: 'x' }).threats.get({ id: 't1' })],
    ['GET /threats/{id}', 'id', () => clientOf([]).threats.get({ id: 't1' })],
    ['GET /threats/{id}', 'id', () => clientOf(null).threats.get({ id: 't1' })],
    ['GET /threats/{id}', 'id', () => clientOf(undefined, 204).threats.get({ id: 't1' })],
    ['GET /roles', 'roles', () => clientOf({ version: '1' }).roles.list({})],
    ['GET /roles', null, () => clientOf([]).roles.list({})],
  ])('%s is named with its field %s', async (endpoint, field, ask) => {
    const failure = await ask().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnreadableAnswer);
    expect(failure).toMatchObject({ endpoint, field });
  });

  it('is reported in a plain sentence', async () => {
    await expect(clientOf([{ id: 't1' }, {}]).threats.list({})).rejects.toThrow(
      'Unreadable response from GET /threats: items[1].id is missing.',
    );
    await expect(hotel.threats.list({})).rejects.toThrow(
      'Unreadable response from GET /threats: it isn’t valid JSON.',
    );
  });
});

it('visits no node of a large drawing', () => {
  let reads = 0;
  const nodes = new Proxy([], {
    get: (target, key, receiver): unknown => {
      reads += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  const read = createTolerantReader();
  read(endpointAt(['canvases', 'get']), canvasOf({ nodes, edges: [] }), {});
  expect(reads).toBe(0);
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createService,
  ensureOwner,
  issueApiToken,
  migrate,
  openSqlite,
  type Database,
} from '#service/service.ts';
import { AnswerLost } from './answer-failures.ts';
import { createApiClient, type SyncClient } from './api-client.ts';
import { createConnectionFetch } from './connection-fetch.ts';
import type { Fetch } from './fetch.ts';
import { refusalOf } from './refusal.ts';

const baseUrl = 'http://service.invalid/api/v1';

const clientOver = (
  fetch: Fetch,
  credentials: () => Promise<{ clientId: string; secret: string }>,
): SyncClient => createApiClient(baseUrl, createConnectionFetch({ baseUrl, fetch, credentials }));

describe('a connection to the real service', () => {
  let database: Database;
  let client: SyncClient;
  let reach: Fetch;
  let scopes: string[];
  const seen: { request: Request; status: number }[] = [];
  const statuses = () =>
    seen.map(({ request, status }) => `${request.url.slice(baseUrl.length)} ${status}`);

  beforeEach(async () => {
    database = openSqlite(':memory:');
    await migrate(database);
    const service = createService({ database, logger: { info: () => {}, error: () => {} } });
    reach = (request) => service.fetch(request);
    const person = { email: 'ann@example.org', firstName: 'Ann', lastName: 'Lee' };
    const { id: userId } = await ensureOwner(database, person);
    scopes = ['*:read', '*:write'];
    seen.length = 0;
    const observed: Fetch = async (request) => {
      const response = await reach(request);
      seen.push({ request, status: response.status });
      return response;
    };
    client = clientOver(observed, () =>
      issueApiToken(database, { userId, name: 'test', scopes, replaceNamed: true }),
    );
  });
  afterEach(() => database.destroy());

  it('answers a second read of the catalogs from the cache after a 304', async () => {
    const catalogs = async () => [
      await client.roles.list({}),
      await client.adminScopes.resources({}),
      await client.adminScopes.permissions({}),
      await client.adminScopes.presets({}),
    ];
    const first = await catalogs();
    seen.length = 0;
    expect(await catalogs()).toEqual(first);
    expect(statuses()).toEqual([
      '/roles 304',
      '/users/admin-scopes/resources 304',
      '/users/admin-scopes/permissions 304',
      '/users/admin-scopes/presets 304',
    ]);
  });

  it('does not share changes to a cached answer', async () => {
    const first = await client.roles.list({});
    const original = structuredClone(first);
    first.roles.length = 0;
    expect(await client.roles.list({})).toEqual(original);
  });

  it('reports to a caller with the current version that the catalog has not changed', async () => {
    let etag = '';
    const onHeaders = (headers: Headers): void => {
      etag = headers.get('etag') ?? '';
    };
    await client.roles.list({}, { context: { onHeaders } });
    const again = client.roles.list({}, { context: { ifNoneMatch: etag } });
    await expect(again).rejects.toThrow('GET /roles: not modified');
  });

  it('does not return a cached catalog that may no longer be read', async () => {
    await client.roles.list({});
    reach = () => Promise.resolve(Response.json({ code: 'missing_scope' }, { status: 403 }));
    await expect(client.roles.list({})).rejects.toMatchObject({ status: 403 });
  });

  it('requests records every time, with the condition of the caller', async () => {
    const { id } = await client.collections.create({ title: 'Shop' });
    let etag = '';
    const onHeaders = (headers: Headers): void => {
      etag = headers.get('etag') ?? '';
    };
    await client.collections.get({ id }, { context: { onHeaders } });
    await expect(
      client.collections.get({ id }, { context: { ifNoneMatch: etag } }),
    ).rejects.toThrow('GET /collections/{id}: not modified');
    await client.collections.update({ id, title: 'Web shop' }, { context: { ifMatch: etag } });
    const stale = client.collections.update(
      { id, title: 'Shop 2' },
      { context: { ifMatch: etag } },
    );
    await expect(stale).rejects.toMatchObject({ status: 412, code: 'precondition_failed' });
    expect((await client.collections.get({ id })).title).toBe('Web shop');
  });

  it('names the missing scope and the request', async () => {
    scopes = ['collections:read'];
    const failure = await client.threats.list({}).catch((error: unknown) => error);
    expect(refusalOf(failure)).toMatchObject({
      status: 403,
      code: 'missing_scope',
      requiredScope: 'threats:read',
      endpoint: 'GET /threats',
    });
    expect(refusalOf(failure)?.requestId).toMatch(/^[\da-f-]{36}$/);
  });

  it('gives every request its own ID', async () => {
    await client.collections.list({});
    await client.collections.list({});
    const ids = seen.map(({ request }) => request.headers.get('x-request-id'));
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[\da-f-]{36}$/);
  });

  it('passes on every answer of the service unchanged', async () => {
    const created = await client.collections.create({
      title: 'Shop',
      threatModelsData: [{ title: 'Web shop', canvasData: [{ title: 'Overview' }] }],
    });
    const answerTo = async (path: string): Promise<unknown> => {
      const authorized = seen.at(-1)?.request.headers.get('authorization') ?? '';
      const response = await reach(
        new Request(`${baseUrl}${path}`, { headers: { authorization: authorized } }),
      );
      return await response.json();
    };
    const { id } = created;
    expect(await client.collections.get({ id })).toEqual(await answerTo(`/collections/${id}`));
    const models = await client.threatModels.list({});
    expect(models).toEqual(await answerTo('/threat-models'));
    const threatModelId = models.items[0]?.id ?? '';
    const canvases = await client.canvases.list({ threatModelId });
    expect(canvases).toEqual(await answerTo(`/canvases/threat-model/${threatModelId}`));
    expect(await client.users.list({})).toEqual(await answerTo('/users'));
    await expect(client.collections.delete({ id })).resolves.toBeUndefined();
  });
});

/** Returns a service that issues tokens at once. The test provides all other responses. */
const manualService = () => {
  const waiting: { request: Request; answer: (response: Response) => void }[] = [];
  const listeners = new Set<() => void>();
  const fetch: Fetch = (request) => {
    if (request.url.endsWith('/auth')) {
      return Promise.resolve(Response.json({ access_token: 't1', expires_in: 3600 }));
    }
    const { promise, resolve } = Promise.withResolvers<Response>();
    waiting.push({ request, answer: resolve });
    for (const notify of listeners) notify();
    return promise;
  };
  /** Resolves when `count` requests have been sent in total, not counting those for tokens. */
  const untilRequested = async (count: number): Promise<void> => {
    while (waiting.length < count) {
      const next = Promise.withResolvers<void>();
      listeners.add(next.resolve);
      await next.promise;
      listeners.delete(next.resolve);
    }
  };
  const client = clientOver(fetch, () => Promise.resolve({ clientId: 'id', secret: 's' }));
  const asked = () => waiting.map(({ request }) => request.url.split('/').at(-1));
  return { client, waiting, untilRequested, asked };
};

const threatNamed = (id: string): Response => Response.json({ id });

describe('many parallel requests', () => {
  it('are sent six at a time, in order', async () => {
    const { client, waiting, untilRequested, asked } = manualService();
    const ids = ['0', '1', '2', '3', '4', '5', '6', '7', '8'];
    const answers = Promise.all(ids.map((id) => client.threats.get({ id })));
    for (const index of ids.keys()) {
      await untilRequested(Math.min(ids.length, index + 6));
      expect(waiting.length).toBe(Math.min(ids.length, index + 6));
      waiting[index]?.answer(threatNamed(String(index)));
    }
    expect((await answers).map(({ id }) => id)).toEqual(ids);
    expect(asked()).toEqual(ids);
  });

  it('free their slot when they fail or are aborted', async () => {
    const { client, waiting, untilRequested, asked } = manualService();
    const ask = (id: string, signal?: AbortSignal) =>
      client.threats.get({ id }, signal ? { signal } : {}).catch((error: unknown) => String(error));
    const wish = new AbortController();
    const six = [ask('0', wish.signal), ...['1', '2', '3', '4', '5'].map((id) => ask(id))];
    await untilRequested(6);
    const rest = [ask('6'), ask('7')];
    wish.abort(new Error('not wanted'));
    expect(await six[0]).toBe('Error: not wanted');
    waiting[1]?.answer(new Response(null, { status: 503 }));
    await untilRequested(8);
    expect(asked()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
    for (const { answer } of waiting) answer(threatNamed('x'));
    await Promise.all([...six, ...rest]);
  });
});

describe('a service that does not respond', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each<[string, number, (client: SyncClient) => Promise<unknown>]>([
    ['a record', 30, (client) => client.threats.get({ id: 't1' })],
    ['a write', 30, (client) => client.comments.create({ threatId: 't1', text: 'Seen' })],
    ['a picture', 120, (client) => client.threatModels.image({ canvasId: 'c1' })],
    [
      'a report',
      120,
      (client) => client.threatModels.report({ canvasId: 'c', threatModelId: 'm' }),
    ],
    ['an export', 120, (client) => client.threatModels.exportOtm({ id: 'm1' })],
    [
      'an import',
      120,
      (client) =>
        client.threatModels.importOtm({
          params: { collectionId: 'c' },
          body: new File(['{}'], 'o'),
        }),
    ],
  ])('to %s times out after %i seconds', async (_, seconds, ask) => {
    const { client, untilRequested, waiting } = manualService();
    let failure: unknown = null;
    const asked = ask(client).catch((error: unknown) => {
      failure = error;
    });
    await untilRequested(1);
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(failure).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    await asked;
    expect(failure).toBeInstanceOf(AnswerLost);
    expect(String(failure)).toContain(`didn’t respond for ${seconds} seconds`);
    expect(waiting[0]?.request.signal.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not time out while its answer keeps arriving', async () => {
    const { client, untilRequested, waiting } = manualService();
    const asked = client.threats.get({ id: 't1' });
    await untilRequested(1);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    waiting[0]?.answer(new Response(readable));
    const line = writable.getWriter();
    for (const piece of ['{"id"', ':"t', '1"', '}']) {
      await vi.advanceTimersByTimeAsync(29_000);
      await line.write(new TextEncoder().encode(piece));
    }
    await line.close();
    expect(await asked).toEqual({ id: 't1' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('in the middle of an answer times out too', async () => {
    const { client, untilRequested, waiting } = manualService();
    const failure = client.threats.get({ id: 't1' }).catch((error: unknown) => error);
    await untilRequested(1);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    waiting[0]?.answer(new Response(readable));
    await writable.getWriter().write(new TextEncoder().encode('{"id"'));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await failure).toBeInstanceOf(AnswerLost);
  });

  it('does not time out during the time in the queue', async () => {
    const { client, untilRequested, waiting } = manualService();
    const ids = ['0', '1', '2', '3', '4', '5', '6'];
    const answers = Promise.all(ids.map((id) => client.threats.get({ id })));
    await untilRequested(6);
    await vi.advanceTimersByTimeAsync(29_000);
    for (const { answer } of waiting) answer(threatNamed('x'));
    await untilRequested(7);
    await vi.advanceTimersByTimeAsync(29_000);
    waiting[6]?.answer(threatNamed('6'));
    expect((await answers).at(-1)?.id).toBe('6');
  });
});

import { describe, expect, it } from 'vitest';
import { AnswerLost, NotModified, UnreadableAnswer } from './answer-failures.ts';
import { createApiClient, type SyncClient } from './api-client.ts';
import { refusalOf, type Refusal } from './refusal.ts';

const baseUrl = 'http://service.invalid/api/v1';

/**
 * Returns a client, and the requests that its service received. The service sends `answer` to each of
 * them.
 */
const clientOf = (answer: Response): { client: SyncClient; asked: Request[] } => {
  const asked: Request[] = [];
  const client = createApiClient(baseUrl, (request) => {
    asked.push(request);
    return Promise.resolve(answer.clone());
  });
  return { client, asked };
};

const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  await work.then(
    () => expect.fail('it was answered'),
    (error: unknown) => error,
  );

const bytes = Uint8Array.from([0x25, 0x50, 0x44, 0x46, 0, 0xff, 0x80, 0xfe]);

describe('a file', () => {
  it.each([
    ['application/pdf', 'attachment; filename="Web shop.pdf"'],
    ['application/pdf', null],
    ['image/png', null],
    ['image/svg+xml', null],
  ])('of type %s arrives as its bytes', async (type, disposition) => {
    const headers = {
      'content-type': type,
      ...(disposition && { 'content-disposition': disposition }),
    };
    const { client, asked } = clientOf(new Response(bytes, { headers }));
    const file = await client.threatModels.image({ canvasId: 'a/b', format: 'svg' });
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET http://service.invalid/api/v1/threat-models/image/a%2Fb?format=svg',
    ]);
    expect(file.type).toBe(type);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
  });

  it.each(['', 'text/plain', 'application/json'])(
    'arrives as its bytes whatever its type "%s" says',
    async (type) => {
      const { client } = clientOf(new Response(bytes, { headers: { 'content-type': type } }));
      const file = await client.threatModels.image({ canvasId: 'c1' });
      expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
    },
  );

  it('that is shorter than announced is rejected', async () => {
    const headers = { 'content-type': 'image/png', 'content-length': '9' };
    const { client } = clientOf(new Response(bytes, { headers }));
    await expect(client.threatModels.image({ canvasId: 'c1' })).rejects.toThrow(AnswerLost);
  });
});

describe('the context of a request', () => {
  it('is sent as headers, without any others', async () => {
    const { client, asked } = clientOf(new Response(null, { status: 204 }));
    const context = { idempotencyKey: 'k1', ifMatch: '"1"' };
    await client.threats.delete({ id: 't1' }, { context });
    await client.threats.delete({ id: 't2' });
    const conditions = ['idempotency-key', 'if-match', 'if-none-match'];
    expect(asked.map(({ headers }) => conditions.map((name) => headers.get(name)))).toEqual([
      ['k1', '"1"', null],
      [null, null, null],
    ]);
  });

  it.each([
    [200, '{"id": "t1"}'],
    [304, null],
    [412, '{}'],
  ])('receives the headers of an answer with the status %i', async (status, body) => {
    const headers = { etag: '"7"', date: 'Sat, 21 Nov 2026 10:00:00 GMT' };
    const { client } = clientOf(new Response(body, { status, headers }));
    const received: (string | null)[] = [];
    const listen = (of: Headers) => received.push(of.get('etag'), of.get('date'));
    const context = { ifNoneMatch: '"6"', onHeaders: listen };
    await client.threats.get({ id: 't1' }, { context }).catch(() => undefined);
    expect(received).toEqual(['"7"', 'Sat, 21 Nov 2026 10:00:00 GMT']);
  });

  it('ends the wait when it is aborted', async () => {
    const client = createApiClient(baseUrl, () => new Promise(() => undefined));
    const wish = new AbortController();
    const answer = client.threats.get({ id: 't1' }, { signal: wish.signal });
    wish.abort(new Error('the window was closed'));
    await expect(answer).rejects.toThrow('the window was closed');
  });
});

it('a fulfilled condition is reported as not modified', async () => {
  const { client } = clientOf(new Response(null, { status: 304, headers: { etag: '"1"' } }));
  const failure = await failureOf(client.threats.get({ id: 't1' }, { context: {} }));
  expect(failure).toBeInstanceOf(NotModified);
  expect(refusalOf(failure)).toBeNull();
});

const problemType = { 'content-type': 'application/problem+json' };

describe('a refusal', () => {
  const cases: [string, Response, Partial<Refusal>][] = [
    [
      'of a service like ours',
      Response.json(
        {
          status: 403,
          code: 'missing_scope',
          title: 'Missing scope',
          detail: 'requires scope threats:write',
          requiredScope: 'threats:write',
          requestId: 'r1',
        },
        { status: 403, headers: problemType },
      ),
      {
        status: 403,
        code: 'missing_scope',
        message: 'requires scope threats:write',
        requiredScope: 'threats:write',
        requestId: 'r1',
        retryAfterSeconds: null,
      },
    ],
    [
      'in words of its own',
      Response.json({ message: 'Missing scope: threat-models:read' }, { status: 403 }),
      {
        code: 'unknown',
        message: 'Missing scope: threat-models:read',
        requiredScope: 'threat-models:read',
      },
    ],
    [
      'in a list of words',
      Response.json({ message: ['title is empty', 'id is long'] }, { status: 400 }),
      { message: 'title is empty; id is long', requiredScope: null },
    ],
    ['in a line', new Response('Slow down\n', { status: 429 }), { message: 'Slow down' }],
    [
      'of something before the service',
      new Response('<h1>Bad gateway</h1>', {
        status: 502,
        headers: { 'content-type': 'text/html' },
      }),
      { status: 502, code: 'unknown', message: 'The service answered 502' },
    ],
    [
      'without a word',
      new Response(null, { status: 503, headers: { 'x-request-id': 'r2', 'retry-after': '7' } }),
      { message: 'The service answered 503', retryAfterSeconds: 7, requestId: 'r2' },
    ],
  ];
  it.each(cases)('%s contains all details', async (_, answer, expected) => {
    const { client } = clientOf(answer);
    const failure = await failureOf(client.threats.update({ id: 't1', title: 'x' }));
    expect(refusalOf(failure)).toMatchObject({ ...expected, endpoint: 'PATCH /threats/{id}' });
    expect(failure).toMatchObject({ status: answer.status, message: expected.message });
  });

  it.each([
    ['120', null, 120],
    ['Sat, 21 Nov 2026 10:00:30 GMT', 'Sat, 21 Nov 2026 10:00:00 GMT', 30],
    ['Sat, 21 Nov 2026 09:59:00 GMT', 'Sat, 21 Nov 2026 10:00:00 GMT', 0],
    ['Sat, 21 Nov 2026 10:00:30 GMT', null, null],
    ['soon', 'Sat, 21 Nov 2026 10:00:00 GMT', null],
  ])('that asks to wait until %s, at %s, waits %s seconds', async (until, date, seconds) => {
    const headers = { 'retry-after': until, ...(date && { date }) };
    const { client } = clientOf(new Response(null, { status: 429, headers }));
    const failure = await failureOf(client.threats.get({ id: 't1' }));
    expect(refusalOf(failure)?.retryAfterSeconds).toBe(seconds);
  });
});

describe('a truncated answer', () => {
  const threat = JSON.stringify({ id: 't1', title: 'Session theft' });
  const broken = (): Response =>
    new Response(
      new ReadableStream({
        pull: (stream) => {
          stream.enqueue(new TextEncoder().encode(threat.slice(0, 9)));
          stream.error(new TypeError('terminated'));
        },
      }),
    );
  const cases: [string, () => Response][] = [
    ['in the middle', () => new Response(threat.slice(0, 20))],
    ['before it began', () => new Response('')],
    ['earlier than it said', () => new Response('{}', { headers: { 'content-length': '999' } })],
    ['with the line', broken],
    ['while it refused', () => new Response('{"code": "not_f', { status: 404 })],
  ];
  it.each(cases)('%s counts neither as an answer nor as a refusal', async (_, answer) => {
    const client = createApiClient(baseUrl, () => Promise.resolve(answer()));
    const failure = await failureOf(client.threats.get({ id: 't1' }));
    expect(failure).toBeInstanceOf(AnswerLost);
    expect(refusalOf(failure)).toBeNull();
  });

  it('is not assumed for a compressed body', async () => {
    const headers = { 'content-length': '9', 'content-encoding': 'gzip' };
    const { client } = clientOf(new Response(threat, { headers }));
    expect(await client.threats.get({ id: 't1' })).toEqual(JSON.parse(threat));
  });
});

it('network errors are passed on unchanged', async () => {
  const failure = new TypeError('getaddrinfo ENOTFOUND service.invalid');
  const client = createApiClient(baseUrl, () => Promise.reject(failure));
  expect(await failureOf(client.threats.get({ id: 't1' }))).toBe(failure);
  expect(refusalOf(failure)).toBeNull();
});

it('a redirect cannot be read', async () => {
  const { client } = clientOf(new Response(null, { status: 302, headers: { location: '/login' } }));
  await expect(client.threats.get({ id: 't1' })).rejects.toThrow(UnreadableAnswer);
});

it('a drawing is sent unchanged, with the data of other tools in it', async () => {
  const { client, asked } = clientOf(Response.json({ id: 'c1' }));
  const data = {
    nodes: [{ id: 'a', position: { x: 0, y: 0 }, data: { label: 'Web app', of: ['us', null] } }],
    edges: [],
    viewport: { zoom: 2 },
  };
  await client.canvases.update({ id: 'c1', title: 'Overview', data });
  expect(await asked[0]?.json()).toEqual({ title: 'Overview', data });
});

it('other events are handled between the steps of reading a large answer', async () => {
  let turns = 0;
  let next = setImmediate(() => undefined);
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  const answer = Response.json({ id: 'c1', title: 'x'.repeat(2 * 1024 * 1024) });
  const client = createApiClient(baseUrl, () => {
    next = setImmediate(count);
    return Promise.resolve(answer);
  });
  await client.canvases.get({ id: 'c1' });
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(3);
});

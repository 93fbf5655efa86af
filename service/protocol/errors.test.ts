import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyLimit } from '#shared/api/endpoint.ts';
import { plantTree, type SampleTree } from '../testing/sample-tree.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
let tree: SampleTree;
beforeAll(async () => {
  service = await startTestService();
  tree = await plantTree(service.owner);
});
afterAll(async () => {
  await service.stop();
});

const json = { 'content-type': 'application/json' };

test.each(['/nothing', '/', '', '/threats/one/two', '/threats/%', '/threats/%00', '/threats//'])(
  'the path %j is not found',
  async (path) => {
    expect(await service.owner.send('GET', path)).toMatchObject({
      status: 404,
      body: { code: 'not_found', type: 'urn:parapet:problem:not_found', title: 'Not found' },
    });
  },
);

test('a path works with and without a slash at its end', async () => {
  expect(await service.owner.send('GET', '/threats/')).toMatchObject({ body: { count: 1 } });
  expect(await service.owner.send('GET', `/threats/${tree.threatId}/`)).toMatchObject({
    status: 200,
    body: { id: tree.threatId },
  });
});

test('HEAD responds like GET, without the body', async () => {
  const path = `/threats/${tree.threatId}`;
  const get = await service.owner.send('GET', path);
  const head = await service.owner.send('HEAD', path);
  expect(head).toMatchObject({ status: 200, text: '' });
  expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
  expect(await service.owner.send('HEAD', '/threats/none')).toMatchObject({ status: 404 });
});

describe('a body that cannot be read', () => {
  test.each([
    ['malformed JSON', '{"title": }', 400, 'invalid_json'],
    ['JSON that ends early', '{"title": "x', 400, 'invalid_json'],
    ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400, 'invalid_json'],
    ['nesting without end', '['.repeat(1_000_000), 400, 'validation_failed'],
    [
      'nesting after a quote',
      String.raw`{"title":"\"","a":${'['.repeat(1_000_000)}`,
      400,
      'validation_failed',
    ],
    ['a number beyond all numbers', '{"title": 1e999}', 400, 'validation_failed'],
    ['no object', '[]', 400, 'validation_failed'],
    ['null', 'null', 400, 'validation_failed'],
    ['a text', '"text"', 400, 'validation_failed'],
    ['nothing', '', 400, 'validation_failed'],
  ])('is refused: %s', async (_, raw, status, code) => {
    for (const [method, path] of [
      ['POST', '/collections'],
      ['PATCH', `/comments/${tree.commentId}`],
    ] as const) {
      const answer = await service.owner.send(method, path, { raw, headers: json });
      expect(answer).toMatchObject({ status, body: { code } });
    }
  });

  test.each(['[]', 'null', '"text"', '7'])('must be an object, and %s is none', async (raw) => {
    const path = `/comments/${tree.commentId}`;
    expect(await service.owner.send('PATCH', path, { raw, headers: json })).toMatchObject({
      status: 400,
      body: {
        code: 'validation_failed',
        detail: 'expected an object',
        issues: [{ path: '', message: 'expected an object' }],
      },
    });
  });

  test.each([
    ['a number deep inside', '{"title":"T","x":[1,{"y":[2,-1e999]}]}'],
    ['a number after a null', '{"title":"T","x":[null,1e999]}'],
  ])('has a number that is too large: %s', async (_, raw) => {
    const answer = await service.owner.send('POST', '/collections', { raw, headers: json });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'validation_failed',
        detail: 'the body contains a number that is too large',
      },
    });
  });

  test.each([
    ['text/plain', {}],
    ['application/xml', {}],
    ['application/x-www-form-urlencoded', {}],
    ['application/json', { 'content-encoding': 'gzip' }],
  ])('is 415: %s %j', async (type, more) => {
    const headers = { 'content-type': type, ...more };
    const answer = await service.owner.send('POST', '/collections', { raw: '{}', headers });
    const detail =
      'content-encoding' in more
        ? 'content encodings are not supported'
        : 'the content type must be application/json';
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type', detail } });
  });

  test('is 413 if its length says so, and if it turns out later', async () => {
    const refused = { status: 413, body: { code: 'too_large' } };
    const raw = `{"title":"${'x'.repeat(bodyLimit)}"}`;
    expect(await service.owner.send('POST', '/collections', { raw, headers: json })).toMatchObject(
      refused,
    );

    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 2 ** 16;
        if (sent > 2 * bodyLimit) controller.close();
        else controller.enqueue(new Uint8Array(2 ** 16).fill(0x20));
      },
    });
    expect(
      await service.owner.send('POST', '/collections', { raw: endless, headers: json }),
    ).toMatchObject(refused);
    // The service still responds.
    expect(await service.owner.send('GET', '/collections')).toMatchObject({ status: 200 });
  });

  test('is accepted up to the limit', async () => {
    const description = 'x'.repeat(100_000);
    const padding = ' '.repeat(bodyLimit - 200_000);
    const raw = `{"title":"Long","description":"${description}"}${padding}`;
    const answer = await service.owner.send('POST', '/collections', { raw, headers: json });
    expect(answer.status).toBe(201);
  });
});

test.each([
  ['brackets in a text', String.raw`{"title":"\"${'['.repeat(200)}"}`, 201],
  ['nesting up to the limit', `{"title":"T","x":${'['.repeat(99)}${']'.repeat(99)}}`, 201],
  ['many lists beside each other', `{"title":"T","x":[${'[[{}]],'.repeat(200)}0]}`, 201],
  ['nesting beyond the limit', `{"title":"T","x":${'['.repeat(100)}${']'.repeat(100)}}`, 400],
])('%s is counted exactly', async (_, raw, status) => {
  const answer = await service.owner.send('POST', '/collections', { raw, headers: json });
  expect(answer).toMatchObject({ status });
});

test.each([
  ['application/json; charset=utf-8', {}],
  ['application/json ;charset=utf-8', {}],
  ['Application/JSON', {}],
  ['application/json', { 'content-encoding': 'identity' }],
])('%s %j is JSON', async (type, more) => {
  const headers = { 'content-type': type, ...more };
  const answer = await service.owner.send('POST', '/collections', {
    raw: '{"title":"T"}',
    headers,
  });
  expect(answer).toMatchObject({ status: 201 });
});

test('records may be cached to compare them, but responses with secrets and changes never', async () => {
  const path = `/threats/${tree.threatId}`;
  const cacheOf = async (method: 'GET' | 'POST' | 'PATCH', to: string, body?: object) => {
    const { headers } = await service.owner.send(method, to, body && { json: body });
    return [headers.get('cache-control'), headers.get('x-content-type-options')];
  };
  expect(await cacheOf('GET', path)).toEqual(['private, no-cache', 'nosniff']);
  expect(await cacheOf('PATCH', path, { title: 'T' })).toEqual(['no-store', 'nosniff']);
  const { credentials } = service.owner;
  expect(await cacheOf('POST', '/auth', credentials)).toEqual(['no-store', 'nosniff']);
});

test('an invalid value is named with its path', async () => {
  const body = {
    title: '  ',
    threatModelsData: [{ title: 'M' }, { title: 7, canvasData: [{ title: 'C', nodes: [{}] }] }],
  };
  const answer = await service.owner.send('POST', '/collections', { json: body });
  expect(answer).toMatchObject({
    status: 400,
    body: {
      code: 'validation_failed',
      issues: [
        { path: 'title' },
        { path: 'threatModelsData[1].title' },
        { path: 'threatModelsData[1].canvasData[0].nodes[0].id' },
        { path: 'threatModelsData[1].canvasData[0].nodes[0].position' },
        { path: 'threatModelsData[1].canvasData[0].nodes[0].data' },
      ],
    },
  });
});

test('values outside of closed lists are refused', async () => {
  for (const [path, body] of [
    [`/threats/${tree.threatId}`, { priority: 'urgent' }],
    [`/threats/${tree.threatId}`, { status: 'closed' }],
    [`/mitigations/${tree.mitigationId}`, { status: 'maybe' }],
    [`/threat-models/${tree.threatModelId}`, { status: 'Finished' }],
    [`/canvases/${tree.canvasId}`, { format: 'text' }],
    [`/collections/${tree.collectionId}`, { color: 'red' }],
  ] as const) {
    expect(await service.owner.send('PATCH', path, { json: body })).toMatchObject({ status: 400 });
  }
});

test('unknown fields of a body are ignored, and so is an ID in it', async () => {
  const body = { id: 'other', title: 'Renamed', created_by: 'nobody', extra: true };
  const path = `/collections/${tree.collectionId}`;
  expect(await service.owner.send('PATCH', path, { json: body })).toMatchObject({
    status: 200,
    body: { id: tree.collectionId, title: 'Renamed', created_by: { id: service.ownerId } },
  });
});

test('an ID in the query does not replace the one in the path', async () => {
  const other = await plantTree(service.owner);
  const path = `/threats/${tree.threatId}?id=${other.threatId}`;
  expect(await service.owner.send('GET', path)).toMatchObject({ body: { id: tree.threatId } });
  const model = `/threat-models/collection/${tree.collectionId}?collectionId=${other.collectionId}`;
  expect(await service.owner.send('GET', model)).toMatchObject({
    body: { items: [{ id: tree.threatModelId }], count: 1 },
  });
});

test('of a query parameter that is given twice, the last one counts', async () => {
  const answer = async (query: string) =>
    (await service.owner.send('GET', `/threats?${query}`)).status;
  expect(await answer('limit=1000&limit=1')).toBe(200);
  expect(await answer('limit=1&limit=1000')).toBe(400);
});

test('an empty body needs no content type', async () => {
  const { api, send } = service.owner;
  const id = await service.addUser('user');
  const headers = { 'content-type': 'text/plain' };
  const path = `/users/disable/${id}`;
  expect(await send('POST', path, { raw: '', headers })).toMatchObject({ status: 200 });
  expect(await api.users.get({ id })).toMatchObject({ id });
});

test('an internal failure is 500, reveals nothing, and is logged', async () => {
  await service.database.schema.alterTable('comments').renameTo('hidden').execute();
  const answer = await service.owner.send('GET', '/comments');
  await service.database.schema.alterTable('hidden').renameTo('comments').execute();
  expect(answer).toMatchObject({
    status: 500,
    body: { code: 'internal', detail: 'an unexpected error occurred' },
  });
  expect(answer.text).not.toContain('comments');
  expect(service.failures).toHaveLength(1);
});

test('health, readiness, and the OpenAPI document need no token', async () => {
  for (const path of ['/health', '/ready']) {
    const answer = await fetch(service.url.replace('/api/v1', path));
    expect(await answer.json()).toEqual({ status: 'ok' });
  }
  const description = await fetch(`${service.url}/openapi.json`);
  expect(await description.json()).toMatchObject({
    openapi: expect.stringMatching(/^3\.1/) as string,
    paths: {
      '/canvases': {
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: { properties: { data: { required: ['nodes', 'edges'] } } },
              },
            },
          },
        },
      },
    },
  });
});

import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { batchLimit } from '#shared/api/batch.ts';
import { failAt } from '../../testing/failing-row.ts';
import { plantTree, type SampleTree } from '../../testing/sample-tree.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
let tree: SampleTree;
let onLog: (facts: object) => void = () => undefined;
beforeAll(async () => {
  service = await startTestService({ onLog: (facts) => onLog(facts) });
});
beforeEach(async () => {
  tree = await plantTree(service.owner);
});
afterEach(() => {
  onLog = () => undefined;
  service.failures.length = 0;
});
afterAll(async () => {
  await service.stop();
});

type Part = {
  name?: string;
  method: string;
  path: string;
  idempotencyKey?: string;
  ifMatch?: string;
  ifNoneMatch?: string;
  body?: unknown;
};

const answered = z.object({
  answers: z.array(
    z.object({
      status: z.number(),
      headers: z.record(z.string(), z.string()),
      body: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
});

const sendBatch = async (requests: Part[], client: TestClient = service.owner) => {
  const answer = await client.send('POST', '/batch', { json: { requests } });
  expect(answer).toMatchObject({ status: 200 });
  return answered.parse(answer.body).answers;
};
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);
const refused = (status: number, code: string) => ({ status, body: { code } });

const createThreat = (title: string, more: object = {}): Part => ({
  method: 'POST',
  path: '/threats',
  body: { title, componentId: tree.componentId },
  ...more,
});
const patchThreat = (title: string, more: object = {}): Part => ({
  method: 'PATCH',
  path: `/threats/${tree.threatId}`,
  body: { title },
  ...more,
});
const readThreat = (): Part => ({ method: 'GET', path: `/threats/${tree.threatId}` });

const titles = async () => {
  const { body } = await service.owner.send('GET', `/threats/for-component/${tree.componentId}`);
  return z
    .array(z.object({ title: z.string() }))
    .parse(body)
    .map(({ title }) => title);
};

test('every response of the service says how many parts a batch may have', async () => {
  const { headers } = await service.owner.send('GET', '/nothing');
  expect(headers.get('x-batch-limit')).toBe(`${batchLimit}`);
});

describe('parts', () => {
  test('are applied or refused separately, in their order', async () => {
    const answers = await sendBatch([
      createThreat('First'),
      readThreat(),
      patchThreat('Changed'),
      createThreat(''),
      readThreat(),
      { method: 'DELETE', path: `/comments/${tree.commentId}` },
      { method: 'GET', path: `/comments/${tree.commentId}` },
      createThreat('Last'),
    ]);
    expect(statuses(answers)).toEqual([201, 200, 200, 400, 200, 204, 404, 201]);
    expect(answers.map(({ body }) => body?.title)).toEqual([
      'First',
      'Threat',
      'Changed',
      'The request is not valid',
      'Changed',
      undefined,
      'Not found',
      'Last',
    ]);
    expect(answers[5]).toEqual({ status: 204, headers: {}, body: null });
    expect(await titles()).toEqual(['Changed', 'First', 'Last']);
  });

  test('have the same ETags as individual responses', async () => {
    const [created, read] = await sendBatch([createThreat('One'), readThreat()]);
    const alone = await service.owner.send('GET', `/threats/${String(created?.body?.id)}`);
    expect(created?.headers).toEqual({
      'content-type': 'application/json',
      etag: alone.headers.get('etag'),
    });
    expect(created?.body).toEqual(alone.body);
    const known = { ...readThreat(), ifNoneMatch: read?.headers.etag ?? '' };
    expect((await sendBatch([known]))[0]).toMatchObject({ status: 304, body: null });
  });

  test('with an outdated ETag are 412, and no other part is', async () => {
    const etag = (await sendBatch([readThreat()]))[0]?.headers.etag ?? '';
    const answers = await sendBatch([
      patchThreat('One', { ifMatch: etag }),
      patchThreat('Two', { ifMatch: etag }),
      createThreat('Three'),
    ]);
    expect(statuses(answers)).toEqual([200, 412, 201]);
    expect(await titles()).toEqual(['One', 'Three']);
  });

  test('keep all keys of a drawing', async () => {
    const data: unknown = JSON.parse(
      '{"nodes":[{"id":"n","position":{"x":0,"y":0},"data":{"__proto__":{"a":1},"title":"@a"}}],"edges":[]}',
    );
    const body = { title: 'Canvas', threatModelId: tree.threatModelId, data };
    const [created] = await sendBatch([{ name: 'a', method: 'POST', path: '/canvases', body }]);
    expect(JSON.stringify(created?.body?.data)).toBe(JSON.stringify(data));
  });

  test('are logged separately with one request ID, which is in their problems', async () => {
    service.logged.length = 0;
    const answer = await service.owner.send('POST', '/batch', {
      json: { requests: [readThreat(), createThreat('')] },
    });
    const requestId = answer.headers.get('x-request-id');
    expect(service.logged).toMatchObject([
      {
        requestId,
        part: 0,
        method: 'GET',
        pathname: `/api/v1/threats/${tree.threatId}`,
        status: 200,
      },
      { requestId, part: 1, method: 'POST', pathname: '/api/v1/threats', status: 400 },
      { requestId, method: 'POST', pathname: '/api/v1/batch', status: 200 },
    ]);
    expect(answer.body).toMatchObject({ answers: [{}, { body: { requestId } }] });
  });

  test('that fail internally fail alone, and reveal nothing internal', async () => {
    const failing = { event: 'insert', table: 'threats', column: 'title', value: 'Bad' } as const;
    const end = await failAt(service.database, failing);
    const answers = await sendBatch([
      createThreat('One'),
      createThreat('Bad', { name: 'bad' }),
      { method: 'PATCH', path: '/threats/@bad', body: {} },
      createThreat('Two'),
    ]);
    await end();
    expect(statuses(answers)).toEqual([201, 500, 424, 201]);
    expect(answers[1]?.body?.detail).toBe('an unexpected error occurred');
    expect(service.failures).toHaveLength(1);
    expect(await titles()).toEqual(['Threat', 'One', 'Two']);
  });

  test('are refused separately if their scope or permission is missing', async () => {
    const userId = await service.addUser('user');
    await service.grant(userId, tree.collectionId, 'read');
    const reader = await service.clientOf(userId, { scopes: ['threats:read', 'threats:write'] });
    const hidden = await plantTree(service.owner);
    const answers = await sendBatch(
      [
        readThreat(),
        patchThreat('Changed'),
        { method: 'GET', path: `/threats/${hidden.threatId}` },
        { method: 'GET', path: `/canvases/${tree.canvasId}` },
      ],
      reader,
    );
    expect(answers).toMatchObject([
      { status: 200 },
      refused(403, 'collection_access'),
      refused(404, 'not_found'),
      { status: 403, body: { code: 'missing_scope', requiredScope: 'canvases:read' } },
    ]);
    expect(await titles()).toEqual(['Threat']);
  });
});

test('concurrent changes of one record, in a batch and individually, are all done', async () => {
  const changes = Array.from({ length: 20 }, (_, index) => patchThreat(`Changed ${index}`));
  const alone = async () =>
    await service.owner.send('PATCH', `/threats/${tree.threatId}`, { json: { title: 'Alone' } });
  const [inBatch, other, ...aside] = await Promise.all([
    sendBatch(changes),
    sendBatch(changes),
    ...changes.map(alone),
  ]);
  expect(new Set(statuses([...inBatch, ...other, ...aside]))).toEqual(new Set([200]));
});

describe('parts are not done and can be sent again', () => {
  const leftOut = { status: 429, headers: { 'retry-after': '1' }, body: { code: 'rate_limited' } };

  test('if earlier parts took too long', async () => {
    const now = performance.now.bind(performance);
    onLog = () => vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_001);
    const answers = await sendBatch([
      createThreat('One', { name: 'one' }),
      createThreat('Two', { name: 'two' }),
      { method: 'GET', path: '/threats/@two' },
    ]);
    expect(answers).toMatchObject([{ status: 201 }, leftOut, leftOut]);
    expect(await titles()).toEqual(['Threat', 'One']);
  });

  test('if earlier responses are too large', async () => {
    const data = { nodes: [], edges: [], text: 'x'.repeat(7_000_000) };
    await service.owner.send('PATCH', `/canvases/${tree.canvasId}`, { json: { data } });
    const read = { method: 'GET', path: `/canvases/${tree.canvasId}` };
    const answers = await sendBatch([read, read, read, read]);
    expect(answers.slice(0, 3)).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }]);
    expect(answers[3]).toMatchObject(leftOut);
  });
});

describe('a repeated batch', () => {
  test('gets the first responses again, and creates nothing twice', async () => {
    const parts = [
      createThreat('Parent', { name: 'threat', idempotencyKey: randomUUID() }),
      {
        method: 'POST',
        path: '/mitigations',
        idempotencyKey: randomUUID(),
        body: { title: 'Child', threatId: { $ref: 'threat' } },
      },
      createThreat('', { idempotencyKey: randomUUID() }),
    ];
    const first = await sendBatch(parts);
    const second = await sendBatch(parts);
    expect(statuses(first)).toEqual([201, 201, 400]);
    expect(second.slice(0, 2)).toEqual(first.slice(0, 2));
    expect(await titles()).toEqual(['Threat', 'Parent']);
    const listed = await service.owner.api.mitigations.listForThreat({
      threatId: String(first[0]?.body?.id),
    });
    expect(listed).toHaveLength(1);
  });

  test('is done once, also if it arrives twice at the same time', async () => {
    const parts = Array.from({ length: 10 }, (_, index) =>
      createThreat(`Threat ${index}`, { idempotencyKey: randomUUID() }),
    );
    const [one, other] = await Promise.all([sendBatch(parts), sendBatch(parts)]);
    expect(one).toEqual(other);
    expect(await titles()).toHaveLength(11);
  });

  test('can be repeated part by part individually, and the reverse', async () => {
    const [key, other] = [randomUUID(), randomUUID()];
    const [inBatch] = await sendBatch([createThreat('One', { idempotencyKey: key })]);
    const sendAlone = async (title: string, idempotencyKey: string) =>
      await service.owner.send('POST', '/threats', {
        json: { title, componentId: tree.componentId },
        headers: { 'idempotency-key': idempotencyKey },
      });
    expect((await sendAlone('One', key)).body).toEqual(inBatch?.body);
    const alone = await sendAlone('Two', other);
    const answers = await sendBatch([
      createThreat('Two', { idempotencyKey: other }),
      createThreat('Three', { idempotencyKey: other }),
    ]);
    expect(answers).toMatchObject([{ status: 201, body: alone.body }, refused(409, 'conflict')]);
    expect(await titles()).toEqual(['Threat', 'One', 'Two']);
  });

  test('is done again if only the batch has a key: keys belong to parts', async () => {
    const json = { requests: [createThreat('Again')] };
    const headers = { 'idempotency-key': randomUUID() };
    await service.owner.send('POST', '/batch', { json, headers });
    await service.owner.send('POST', '/batch', { json, headers });
    expect(await titles()).toEqual(['Threat', 'Again', 'Again']);
  });
});

describe('a reference', () => {
  const canvas = (title: string, more: object = {}): Part => ({
    name: 'canvas',
    method: 'POST',
    path: '/canvases',
    body: { title, threatModelId: tree.threatModelId },
    ...more,
  });

  test('gives the ID of a record that an earlier part created, at any depth', async () => {
    const create = (name: string, path: string, body: object): Part => ({
      name,
      method: 'POST',
      path,
      body,
    });
    const answers = await sendBatch([
      create('collection', '/collections', { title: 'C' }),
      create('model', '/threat-models', { title: 'M', collectionId: { $ref: 'collection' } }),
      create('canvas', '/canvases', { title: 'D', threatModelId: { $ref: 'model' } }),
      create('process', '/components', { title: 'P', canvasId: { $ref: 'canvas' } }),
      create('threat', '/threats', { title: 'T', componentId: { $ref: 'process' } }),
      create('mitigation', '/mitigations', { title: 'G', threatId: { $ref: 'threat' } }),
      create('comment', '/comments', { text: '@threat', threatId: { $ref: 'threat' } }),
      { method: 'GET', path: '/components/@process' },
    ]);
    const ids = answers.map(({ body }) => body?.id);
    expect(answers.map(({ body }) => body)).toMatchObject([
      { title: 'C' },
      { title: 'M' },
      { threat_model: { id: ids[1] } },
      { canvas: { id: ids[2] } },
      { component: { id: ids[3] } },
      { threat: { id: ids[4] } },
      { threat: { id: ids[4] }, text: '@threat' },
      { id: ids[3], threats: [{ id: ids[4] }] },
    ]);
  });

  test('works for the components on a canvas, and for its ETag', async () => {
    const element = (id: string, more: object) => ({
      id,
      data: { componentId: { $ref: 'process' } },
      ...more,
    });
    const data = {
      nodes: [element('n', { position: { x: 0, y: 0 } })],
      edges: [element('e', { source: 'n', target: 'n' }), { id: 'f', source: 'n', target: 'n' }],
    };
    const answers = await sendBatch([
      canvas('Canvas'),
      {
        name: 'process',
        method: 'POST',
        path: '/components',
        body: { title: 'Process', canvasId: { $ref: 'canvas' } },
      },
      { method: 'PATCH', path: '/canvases/@canvas', ifMatch: '@canvas', body: { data } },
      { method: 'PATCH', path: '/canvases/@canvas', ifMatch: '@canvas', body: { title: 'Late' } },
    ]);
    expect(statuses(answers)).toEqual([201, 201, 200, 412]);
    const componentId = answers[1]?.body?.id;
    expect(answers[2]?.body?.data).toEqual({
      nodes: [{ ...data.nodes[0], data: { componentId } }],
      edges: [{ ...data.edges[0], data: { componentId } }, data.edges[1]],
    });
  });

  test('to a refused part is 424, and so are all that depend on it', async () => {
    const component = {
      name: 'process',
      method: 'POST',
      path: '/components',
      body: { title: 'Process', canvasId: { $ref: 'canvas' } },
    };
    const answers = await sendBatch([
      canvas(''),
      component,
      createThreat('Below', { body: { title: 'Below', componentId: { $ref: 'process' } } }),
      { method: 'DELETE', path: '/canvases/@canvas' },
      patchThreat('Not', { ifMatch: '@canvas' }),
      createThreat('Beside'),
    ]);
    expect(answers).toMatchObject([
      refused(400, 'validation_failed'),
      ...Array.from({ length: 4 }, () => refused(424, 'failed_dependency')),
      { status: 201 },
    ]);
    expect(await titles()).toEqual(['Threat', 'Beside']);
  });

  test('to a part that returns no record or no ETag is 424', async () => {
    const answers = await sendBatch([
      { name: 'gone', method: 'DELETE', path: `/comments/${tree.commentId}` },
      { method: 'GET', path: '/threats/@gone' },
      { name: 'collection', method: 'POST', path: '/collections', body: { title: 'C' } },
      patchThreat('Not', { ifMatch: '@collection' }),
    ]);
    expect(statuses(answers)).toEqual([204, 424, 201, 424]);
  });

  test.each([
    ['to nobody', 'nobody'],
    ['to itself', 'b'],
    ['to a later part', 'c'],
    ['to __proto__', '__proto__'],
    ['without a name', ''],
  ])('%s is refused with its path', async (_, name) => {
    const inBody = { title: 'T', componentId: { $ref: name } };
    const answers = await sendBatch([
      createThreat('A', { name: 'a' }),
      createThreat('B', { name: 'b', body: inBody }),
      createThreat('C', { name: 'c', body: { title: 'T', componentId: { $ref: 'b' } } }),
      { method: 'GET', path: `/threats/@${name === 'b' || name === 'c' ? 'nobody' : name}` },
    ]);
    expect(answers).toMatchObject([
      { status: 201 },
      { status: 400, body: { issues: [{ path: 'requests[1].body.componentId' }] } },
      { status: 424 },
      { status: 400, body: { issues: [{ path: 'requests[3].path' }] } },
    ]);
  });

  test('is recognized only where an ID is expected, and only in its form', async () => {
    const answers = await sendBatch([
      createThreat('@a', { name: 'a' }),
      createThreat('T', { body: { title: { $ref: 'a' }, componentId: tree.componentId } }),
      createThreat('T', { body: { title: 'T', componentId: '@a' } }),
      createThreat('T', { body: { title: 'T', componentId: { $ref: 'a', more: 1 } } }),
      createThreat('T', { body: { title: 'T', componentId: [{ $ref: 'a' }] } }),
    ]);
    expect(answers).toMatchObject([
      { status: 201, body: { title: '@a' } },
      refused(400, 'validation_failed'),
      refused(404, 'not_found'),
      refused(400, 'validation_failed'),
      refused(400, 'validation_failed'),
    ]);
  });
});

describe('a malformed batch is refused as a whole', () => {
  const json = { 'content-type': 'application/json' };
  const read = { method: 'GET', path: '/threats/none' };
  const many = (count: number) => `{"requests":[${Array(count).fill('{}').join(',')}]}`;

  test.each<[string, unknown, string]>([
    ['without parts', { requests: [] }, 'requests'],
    [
      'with too many parts',
      { requests: Array.from({ length: batchLimit + 1 }, () => read) },
      'requests',
    ],
    ['with a part that is none', { requests: [7] }, 'requests[0]'],
    ['with an unknown method', { requests: [{ ...read, method: 'HEAD' }] }, 'requests[0].method'],
    ['with a query', { requests: [{ ...read, path: '/threats?a' }] }, 'requests[0].path'],
    ['with a URL', { requests: [{ ...read, path: 'http://a/b' }] }, 'requests[0].path'],
    ['with a body that is no object', { requests: [{ ...read, body: [] }] }, 'requests[0].body'],
    [
      'with a key of nothing',
      { requests: [{ ...read, idempotencyKey: '' }] },
      'requests[0].idempotencyKey',
    ],
    [
      'with a header of two lines',
      { requests: [{ ...read, ifMatch: '"a"\nb' }] },
      'requests[0].ifMatch',
    ],
    [
      'with a name twice',
      {
        requests: [
          { ...read, name: 'a' },
          { ...read, name: 'a' },
        ],
      },
      'requests[1].name',
    ],
    ['with a name of odd signs', { requests: [{ ...read, name: 'a/b' }] }, 'requests[0].name'],
  ])('%s', async (_, body, path) => {
    const answer = await service.owner.send('POST', '/batch', { json: body });
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  });

  test.each([
    ['nested without end', `{"requests":[${'['.repeat(1_000_000)}`],
    [
      'with a part nested too deep',
      `{"requests":[{"body":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}]}`,
    ],
    ['with a number beyond all numbers', '{"requests":[{"body":{"a":1e999}}]}'],
    ['with a million parts', many(1_000_000)],
  ])('%s', async (_, raw) => {
    const answer = await service.owner.send('POST', '/batch', { raw, headers: json });
    expect(answer).toMatchObject(refused(400, 'validation_failed'));
  });
});

test.each(['/batch', '/batch/', '//batch', '/../v1/batch', '/%62atch'])(
  'a batch in a batch is refused, as %s',
  async (path) => {
    const inner = { requests: [createThreat('Inner')] };
    const answers = await sendBatch([{ method: 'POST', path, body: inner }, createThreat('Outer')]);
    expect(answers[0]?.status).toBeOneOf([400, 404]);
    expect(await titles()).toEqual(['Threat', 'Outer']);
  },
);

test.each(['/../../health', '/openapi.json', '/../../../api/v1/openapi.json'])(
  'only records can be reached: %s',
  async (path) => {
    expect(await sendBatch([{ method: 'GET', path }])).toMatchObject([refused(404, 'not_found')]);
  },
);

describe('a batch of the maximal size', () => {
  const largest = () =>
    Array.from({ length: batchLimit }, (_, index) =>
      createThreat(`Threat ${index}`, { idempotencyKey: randomUUID() }),
    );
  const isPart = (facts: object) => 'part' in facts;

  test('does not prevent other requests from being served', async () => {
    service.logged.length = 0;
    const health = Promise.withResolvers<Response>();
    onLog = (facts) => {
      if (!isPart(facts)) return;
      onLog = () => undefined;
      health.resolve(fetch(service.url.replace('/api/v1', '/health')));
    };
    const answers = await sendBatch(largest());
    expect((await health.promise).status).toBe(200);
    expect(new Set(statuses(answers))).toEqual(new Set([201]));
    const other = service.logged.findIndex(
      (facts) => 'pathname' in facts && facts.pathname === '/health',
    );
    expect(other).toBeGreaterThan(0);
    expect(other).toBeLessThan(service.logged.findLastIndex(isPart));
  });

  test('stops when its client disconnects, and is completed when it is repeated', async () => {
    const requests = largest();
    const ended = Promise.withResolvers<void>();
    const sent = request(`${service.url}/batch`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.owner.token}`,
        'content-type': 'application/json',
      },
    });
    onLog = (facts) => {
      if (isPart(facts)) sent.destroy();
      else ended.resolve();
    };
    sent.on('error', () => undefined).end(JSON.stringify({ requests }));
    await ended.promise;
    onLog = () => undefined;
    const stored = (await titles()).length - 1;
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(batchLimit);
    expect(new Set(statuses(await sendBatch(requests)))).toEqual(new Set([201]));
    expect(await titles()).toHaveLength(batchLimit + 1);
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/api/contract.ts';
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

const endpoints = Object.values(contract)
  .flatMap((resource) => Object.values(resource))
  .map((procedure) => procedure['~orpc'].route)
  .flatMap(({ method, path }) => (method && path ? [{ method, path }] : []));

const fields = `
  id title text description color status priority source is_custom definition consideration
  explanation example question attributes format due_to_date archived_at time_invested data nodes
  edges canvasData threatModelsData clientId secret userId __proto__ constructor`
  .trim()
  .split(/\s+/);
const parents = ['collectionId', 'threatModelId', 'canvasId', 'componentId', 'threatId'] as const;

const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
const oddTexts = ['', '\0', '\ud800', '\u202e', "'; drop table users; --", 'x'.repeat(200_000)];
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...oddTexts, null, -0, 2 ** 53, 1e308, deep(60), deep(150)),
  fc.constantFrom('2026-02-30T00:00:00Z', '2026-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z'),
);
const node = fc.record({ id: odd, position: fc.record({ x: odd, y: odd }), data: odd });
const drawing = fc.record({ title: fc.string(), nodes: fc.array(node), edges: fc.array(odd) });

/** A body that is valid everywhere but for the few fields that are made odd. */
const body = fc
  .dictionary(fc.constantFrom(...fields), fc.oneof(odd, drawing, fc.array(drawing)), { maxKeys: 2 })
  .map((fuzzed) => ({
    title: 'T',
    text: 'T',
    userId: service.ownerId,
    ...Object.fromEntries(parents.map((key) => [key, tree[key]])),
    ...fuzzed,
  }));

const header = fc.string({
  unit: fc.constantFrom('"', '*', '/', ',', 'W', ' ', 'a', '1', 'é'),
  maxLength: 300,
});
/** A parameter of the path; nothing for the id of a record of the right kind. */
const parameter = fc.option(
  fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => encodeURIComponent(text)),
    fc.constantFrom('many', '%', '%00', '%2f', '..%2f', '%ed%a0%80'),
  ),
  { freq: 2 },
);

const keys: Record<string, keyof SampleTree> = {
  collections: 'collectionId',
  'threat-models': 'threatModelId',
  canvases: 'canvasId',
  components: 'componentId',
  threats: 'threatId',
  mitigations: 'mitigationId',
  comments: 'commentId',
};
const isKey = (name: string): name is keyof SampleTree => name in tree;

/** The id of the record that a path is about: `/threats/{id}`, `/threats/for-component/{componentId}`. */
const idFor = (path: string): string => {
  const name = /\{(\w+)\}/.exec(path)?.[1] ?? '';
  if (isKey(name)) return tree[name];
  return tree[keys[path.split('/')[1] ?? ''] ?? 'threatId'];
};

const request = fc.record({
  endpoint: fc.constantFrom(...endpoints),
  parameter,
  sent: fc.oneof(
    { weight: 6, arbitrary: body.map((value) => JSON.stringify(value)) },
    fc.array(body).map((value) => JSON.stringify(value)),
    odd.map((value) => JSON.stringify(value) ?? ''),
    fc.string({ unit: 'binary' }),
  ),
  type: fc.oneof(
    { weight: 9, arbitrary: fc.constant('application/json') },
    fc.constantFrom('application/yaml', 'multipart/form-data; boundary=a', 'text/plain', 'é', ''),
  ),
  query: fc.dictionary(
    fc.constantFrom('limit', 'page', 'sort', 'order', 'include_archived', 'id', '__proto__'),
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer().map(String)),
    { maxKeys: 1 },
  ),
  ifMatch: fc.option(header, { freq: 1 }),
  ifNoneMatch: fc.option(header),
  idempotencyKey: fc.option(header),
});

test('whatever a client sends, it is served or refused, and never fails inside', async () => {
  await fc.assert(
    fc.asyncProperty(
      request,
      async ({ endpoint, parameter: oddId, sent, type, query, ...rest }) => {
        const { method, path } = endpoint;
        const search = new URLSearchParams(query).toString();
        const headers = {
          'content-type': type,
          ...(rest.ifNoneMatch !== null && { 'if-none-match': rest.ifNoneMatch }),
          ...(rest.idempotencyKey !== null && { 'idempotency-key': rest.idempotencyKey }),
          // The records have to stay for the requests that follow.
          ...(method === 'DELETE' && {
            'if-match': `"${rest.ifMatch?.replaceAll('*', '') ?? ''}"`,
          }),
          ...(method === 'PATCH' && rest.ifMatch !== null && { 'if-match': rest.ifMatch }),
        };
        const { status } = await service.owner.send(
          method,
          `${path.replace(/\{\w+\}/, oddId ?? idFor(path))}?${search}`,
          { headers, ...(method !== 'GET' && { raw: sent }) },
        );
        expect(status).toBeLessThan(500);
      },
    ),
    { numRuns: 500 },
  );
  expect(service.failures).toEqual([]);
  expect(await service.owner.send('GET', `/comments/${tree.commentId}`)).toMatchObject({
    status: 200,
  });
}, 60_000);

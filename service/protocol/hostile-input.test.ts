import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changedAt, placesIn } from '../specification/changed-at.ts';
import { methodOf, type EndpointCase } from '../specification/endpoint-case.ts';
import { endpointCases } from '../specification/endpoint-cases.ts';
import { plant, type Planted } from '../specification/planted.ts';
import { pathOf } from '../specification/request-of.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
let planted: Planted;
beforeAll(async () => {
  service = await startTestService();
  planted = await plant(service, { id: service.ownerId, client: service.owner });
});
afterAll(async () => {
  await service.stop();
});

const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
const oddTexts = ['', '\0', '\ud800', '\u202e', "'; drop table users; --", 'x'.repeat(200_000)];
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...oddTexts, null, -0, 2 ** 53, 1e308, deep(60), deep(150)),
  fc.constantFrom('2026-02-30T00:00:00Z', '2026-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z'),
);
const inherited: unknown = JSON.parse('{"__proto__": {"title": 1}, "constructor": 1}');
/** A value that belongs nowhere, and a number that says where in a valid body to put it. */
const misplaced = fc.tuple(fc.nat(), fc.oneof(odd, fc.array(odd), fc.constant(inherited)));

/** A body that is valid everywhere but for the few fields that are made odd. */
const changed = (endpoint: EndpointCase, misplacements: [number, unknown][]): string => {
  const valid = endpoint.body?.(planted) ?? {};
  const places = placesIn(valid);
  const body = misplacements.reduce<unknown>((made, [index, value]) => {
    const place = places[index % places.length]?.place ?? 'title';
    return changedAt(made, place, value);
  }, valid);
  return JSON.stringify(body);
};

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

const request = fc.record({
  endpoint: fc.constantFrom(...endpointCases),
  parameter,
  misplacements: fc.array(misplaced, { maxLength: 2 }),
  /** Instead of a body that is nearly valid. */
  sent: fc.option(
    fc.oneof(
      odd.map((value) => JSON.stringify(value) ?? ''),
      fc.string({ unit: 'binary' }),
    ),
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
      async ({ endpoint, parameter: oddId, sent, misplacements, type, query, ...rest }) => {
        const method = methodOf(endpoint);
        const params = Object.entries(endpoint.params?.(planted) ?? {});
        const path = pathOf(
          endpoint,
          Object.fromEntries(params.map(([name, id]) => [name, oddId ?? id])),
          { ...endpoint.query, ...query },
        );
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
        const raw = sent ?? endpoint.file ?? changed(endpoint, misplacements);
        const { status } = await service.owner.send(method, path, {
          headers,
          ...(method !== 'GET' && { raw }),
        });
        expect(status).toBeLessThan(500);
      },
    ),
    { numRuns: 500 },
  );
  expect(service.failures).toEqual([]);
  expect(await service.owner.send('GET', `/comments/${planted.commentId}`)).toMatchObject({
    status: 200,
  });
}, 60_000);

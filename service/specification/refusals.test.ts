import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#shared/records/new-id.ts';
import { everythingIn } from '../testing/everything-in.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { announceBody } from './announce-body.ts';
import { changedAt, pathsIn } from './changed-at.ts';
import { bodyLimitOf, methodOf, type EndpointCase } from './endpoint-case.ts';
import { endpointCases } from './endpoint-cases.ts';
import { plant, type Planted } from './planted.ts';
import { pathOf, requestOf } from './request-of.ts';
import { fieldsTaken } from './schema-fields.ts';

let service: TestService;
let planted: Planted;
let before: unknown;
beforeAll(async () => {
  service = await startTestService();
  planted = await plant(service, { id: service.ownerId, client: service.owner });
  before = await everythingIn(service.database);
});
afterAll(async () => {
  await service.stop();
});

type Sent = Parameters<TestService['owner']['send']>[2];

const send = async (endpoint: EndpointCase, sent: Sent, path = requestOf(endpoint, planted).path) =>
  await service.owner.send(methodOf(endpoint), path, sent);

const json = { 'content-type': 'application/json' };
const notValid = (...paths: string[]) => ({
  status: 400,
  body: { code: 'validation_failed', issues: paths.map((path) => ({ path })) },
});

describe('an ID in the path', () => {
  const cases = endpointCases.flatMap((endpoint) =>
    [...endpoint.endpoint.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ ...endpoint, name })),
  );
  test.each(cases)('$endpoint: an unknown $name is 404', async ({ name, ...endpoint }) => {
    const { sent } = requestOf(endpoint, planted);
    const strange = ['x'.repeat(300), 'x'.repeat(6000), '%F0%9F%9A%80', "'%3B--", '__proto__'];
    const unreadable = ['%', '%zz', '%00', '%E0%A4%A', '%ED%A0%80'];
    const isRefused = endpoint.refusedParams?.includes(name) === true;
    for (const id of [newId(), ...strange, ...unreadable]) {
      const path = pathOf(endpoint, { ...endpoint.params?.(planted), [name]: id });
      const answer = await send(endpoint, sent, path);
      const isId = id.length < 300 && !unreadable.includes(id);
      const expected = isRefused && isId ? [400, 'validation_failed'] : [404, 'not_found'];
      expect({ id, answer }).toMatchObject({
        answer: { status: expected[0], body: { code: expected[1] } },
      });
    }
  });
});

describe('an ID in the body', () => {
  const cases = endpointCases.flatMap((endpoint) => [
    ...(endpoint.subjects ?? []).map((fieldPath) => ({ ...endpoint, fieldPath, status: 404 })),
    ...(endpoint.mentioned ?? []).map((fieldPath) => ({ ...endpoint, fieldPath, status: 400 })),
  ]);
  test.each(cases)(
    '$endpoint: unknown $fieldPath is $status',
    async ({ fieldPath, status, ...rest }) => {
      const unknown = fieldPath.startsWith('email') ? 'nobody@example.org' : newId();
      const body = changedAt(rest.body?.(planted), fieldPath, unknown);
      expect(await send({ ...rest, status }, { json: body })).toMatchObject(
        status === 400 ? notValid(fieldPath) : { status, body: { code: 'not_found' } },
      );
    },
  );
});

describe('a body', () => {
  const withBody = endpointCases.filter(({ body }) => body !== undefined);
  const withFile = endpointCases.filter(({ file }) => file !== undefined);

  const demanding = endpointCases.filter(({ required }) => required !== undefined);
  test.each(demanding)('$endpoint requires exactly $required', async (endpoint) => {
    const path = pathOf(endpoint, endpoint.params?.(planted), {});
    const answer = await send(endpoint, endpoint.body ? { json: {} } : {}, path);
    expect(answer).toMatchObject(notValid(...(endpoint.required ?? [])));
  });

  test.each(withBody)('$endpoint refuses the wrong type in each field', async (endpoint) => {
    const body = endpoint.body?.(planted);
    const params = Object.keys(endpoint.params?.(planted) ?? {});
    const sent = pathsIn(body).map(({ path }) => path.replaceAll(/\d+/g, ''));
    expect([...sent, ...params]).toEqual(expect.arrayContaining(fieldsTaken(endpoint)));
    const paths = pathsIn(body).filter(
      ({ path }) => !endpoint.ignored?.includes(path.split('.')[0] ?? ''),
    );
    for (const { path, value } of paths) {
      const answer = await send(endpoint, { json: changedAt(body, path, wrongInsteadOf(value)) });
      expect({ path, answer }).toMatchObject({ answer: { status: 400, body: { issues: [{}] } } });
      expect(answer.body).toMatchObject(notValid(path).body);
    }
  });

  test.each([...withBody, ...withFile])(
    '$endpoint refuses another content type',
    async (endpoint) => {
      const headers = { 'content-type': 'text/plain' };
      expect(await send(endpoint, { raw: '{}', headers })).toMatchObject({
        status: 415,
        body: { code: 'unsupported_media_type' },
      });
    },
  );

  test.each(withBody)('$endpoint refuses malformed JSON', async (endpoint) => {
    expect(await send(endpoint, { raw: '{"title": ', headers: json })).toMatchObject({
      status: 400,
      body: { code: 'invalid_json' },
    });
  });

  test.each([...withBody, ...withFile])(
    '$endpoint refuses a body over the limit',
    async (endpoint) => {
      const { method, path } = requestOf(endpoint, planted);
      const limit = bodyLimitOf(endpoint);
      const url = `${service.url}${path}`;
      const answer = await announceBody(method, url, service.owner.token, limit + 1);
      expect(answer).toMatchObject({ status: 413, problem: { code: 'too_large' } });
    },
  );
});

const wrongInsteadOf = (value: unknown): unknown => (typeof value === 'string' ? 7 : 'wrong');

describe('a record', () => {
  const changing = endpointCases.filter(({ endpoint }) =>
    /^(?:PATCH|PUT|DELETE) .*\{id\}/.test(endpoint),
  );
  test.each(changing)('$endpoint is 412 unless If-Match matches', async (endpoint) => {
    const { sent } = requestOf(endpoint, planted);
    expect(await send(endpoint, { ...sent, headers: { 'if-match': '"other"' } })).toMatchObject({
      status: 412,
      body: { code: 'precondition_failed' },
    });
  });

  const reading = endpointCases.filter(({ endpoint }) => /^GET .*\/\{id\}$/.test(endpoint));
  test.each(reading)('$endpoint is 304 if If-None-Match matches', async (endpoint) => {
    const { headers } = await send(endpoint, {});
    const tag = headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]+"$/);
    const known = { 'if-none-match': tag };
    expect(await send(endpoint, { headers: known })).toMatchObject({ status: 304, text: '' });
  });
});

describe('a list', () => {
  const pages = endpointCases.filter(
    ({ answer }) =>
      typeof answer === 'object' && 'json' in answer && 'items' in Object(answer.json),
  );
  test.each(pages)('$endpoint refuses parameters that are out of range', async (endpoint) => {
    const numbers = ['limit=0', 'limit=201', 'limit=ten', 'limit=1.5', 'limit=-1'];
    const orders = ['sort=owner', 'sort=kept', 'sort=id;drop table users', 'order=UP'];
    // The user list takes only `limit` and `page`, so no order can be out of range.
    const isUsers = endpoint.endpoint === 'GET /users';
    for (const query of [...numbers, 'page=-1', 'page=3000000000', ...(isUsers ? [] : orders)]) {
      const path = `${pathOf(endpoint, endpoint.params?.(planted), {})}?${query}`;
      expect({ query, answer: await send(endpoint, {}, path) }).toMatchObject({
        answer: notValid(query.split('=')[0] ?? ''),
      });
    }
  });
});

test('none of these requests changed anything, and none failed internally', async () => {
  expect(await everythingIn(service.database)).toEqual(before);
  expect(service.failures).toEqual([]);
});

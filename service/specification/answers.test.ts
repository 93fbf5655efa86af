import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { startCallers, type Callers } from './callers.ts';
import { methodOf, type EndpointCase } from './endpoint-case.ts';
import { endpointCases } from './endpoint-cases.ts';
import { plant, type Caller, type Planted } from './planted.ts';
import { requestOf } from './request-of.ts';
import { assertShape } from './shape.ts';

let service: TestService;
let callers: Callers;
beforeAll(async () => {
  service = await startTestService();
  callers = await startCallers(service);
});
afterAll(async () => {
  await service.stop();
});

/** Records for tests that only read, by caller and permission. These tests share them. */
const read = new Map<string, Promise<Planted>>();

/**
 * Returns the caller with the lowest role and the fewest rights that an endpoint needs, and the records
 * to use.
 */
const setOut = async (endpoint: EndpointCase) => {
  const caller = await callers.whoMayJust(endpoint);
  const planting = async () => {
    const planted = await plant(service, caller);
    const { permission } = endpoint;
    if (permission) await service.grant(caller.id, planted.collectionId, permission);
    return planted;
  };
  if (methodOf(endpoint) !== 'GET') return { caller, planted: await planting() };
  const key = `${caller.id} ${endpoint.permission}`;
  const planted = read.get(key) ?? planting();
  read.set(key, planted);
  return { caller, planted: await planted };
};

type Answer = Awaited<ReturnType<Caller['client']['send']>>;
type Exchange = { caller: Caller; path: string; sent: Sent; answer: Answer };
type Sent = NonNullable<Parameters<Caller['client']['send']>[2]>;

const expectContent = ({ answer: expected }: EndpointCase, answer: Answer): void => {
  const type = answer.headers.get('content-type');
  if (expected === 'nothing') {
    expect([type, answer.text]).toEqual([null, '']);
    return;
  }
  if ('json' in expected) {
    expect(type).toBe('application/json');
    assertShape(answer.body, expected.json);
    return;
  }
  expect(type).toBe(expected.file);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="/);
  expect(answer.text.length).toBeGreaterThan(100);
};

const again: Partial<Record<string, (exchange: Exchange) => Promise<void>>> = {
  /** HEAD returns the same headers and no body. */
  GET: async ({ caller, path, answer }) => {
    const head = await caller.client.send('HEAD', path);
    expect(head).toMatchObject({ status: 200, text: '' });
    for (const name of ['content-type', 'etag', 'last-modified', 'cache-control']) {
      expect(head.headers.get(name)).toBe(answer.headers.get(name));
    }
  },
  /** Repeating a POST does nothing, and returns the first response again. */
  POST: async ({ caller, path, sent, answer }) => {
    const repeated = await caller.client.send('POST', path, sent);
    expect(repeated.status).toBe(answer.status);
    expect(withoutRequestId(repeated)).toBe(withoutRequestId(answer));
  },
};

/** Removes the request ID, which problems in the response to a batch contain. */
const withoutRequestId = ({ text, headers }: Answer): string =>
  text.replaceAll(headers.get('x-request-id') ?? '', '');

describe.each(endpointCases)('$endpoint', (endpoint) => {
  test('responds as specified to the caller with the lowest rights', async () => {
    const { caller, planted } = await setOut(endpoint);
    const { method, path, sent: valid } = requestOf(endpoint, planted);
    const token = endpoint.isOpen === true ? { authorization: '' } : {};
    const headers = { ...valid.headers, ...token, 'idempotency-key': randomUUID() };
    const sent = { ...valid, headers };
    const answer = await caller.client.send(method, path, sent);
    expect(answer).toMatchObject({ status: endpoint.status });
    expectContent(endpoint, answer);
    // The service recognizes a repeated request by its key and user. A request without a token has no
    // user, so it is not repeated here.
    if (endpoint.isOpen !== true) await again[method]?.({ caller, path, sent, answer });
  });
});

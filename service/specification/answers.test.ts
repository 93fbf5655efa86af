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

/** What is only read can be read by all tests of one caller. */
const read = new Map<string, Promise<Planted>>();

/** Who may just do it, in its own role and by its token, and what it may do it with. */
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
  /** HEAD is answered with the same headers and no body. */
  GET: async ({ caller, path, answer }) => {
    const head = await caller.client.send('HEAD', path);
    expect(head).toMatchObject({ status: 200, text: '' });
    for (const name of ['content-type', 'etag', 'last-modified', 'cache-control']) {
      expect(head.headers.get(name)).toBe(answer.headers.get(name));
    }
  },
  /** The same request is done once. */
  POST: async ({ caller, path, sent, answer }) => {
    const repeated = await caller.client.send('POST', path, sent);
    expect(repeated.status).toBe(answer.status);
    expect(withoutRequestId(repeated)).toBe(withoutRequestId(answer));
  },
};

/** Problems in the answer to a batch name it. */
const withoutRequestId = ({ text, headers }: Answer): string =>
  text.replaceAll(headers.get('x-request-id') ?? '', '');

describe.each(endpointCases)('$endpoint', (endpoint) => {
  test('answers as the specification has it, to whoever may just do it', async () => {
    const { caller, planted } = await setOut(endpoint);
    const { method, path, sent: valid } = requestOf(endpoint, planted);
    const token = endpoint.isOpen === true ? { authorization: '' } : {};
    const headers = { ...valid.headers, ...token, 'idempotency-key': randomUUID() };
    const sent = { ...valid, headers };
    const answer = await caller.client.send(method, path, sent);
    expect(answer).toMatchObject({ status: endpoint.status });
    expectContent(endpoint, answer);
    // Without a token nobody is known who could repeat something.
    if (endpoint.isOpen !== true) await again[method]?.({ caller, path, sent, answer });
  });
});

import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contractEndpoints, type ContractEndpoint } from './contract-endpoints.ts';
import { requestsTo, type GeneratedRequest } from './testing/generated-request.ts';
import { plantAll, resolved, type Planted } from './testing/planted.ts';
import type { TestClient } from './testing/test-client.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

const isFull = process.env.PARAPET_FULL === '1';
/** The seed that a failed run printed. Setting it repeats the failure. */
const seed = process.env.PARAPET_SEED;

const requests = Number(process.env.PARAPET_REQUESTS ?? (isFull ? 100_000 : 1500));
const runs = Math.ceil(requests / contractEndpoints.length);

/**
 * Returns the number of requests for an endpoint. It is lower for documents, which take a second each,
 * and for logins, because hashing a secret is slow.
 */
const runsOf = ({ answers, path }: ContractEndpoint): number =>
  answers === 'file' || path === '/auth' ? Math.ceil(runs / 5) : runs;

const timeoutMs = 60_000 + 4000 * runs;

let service: TestService;
let clients: Record<GeneratedRequest['as'], TestClient>;
let userId: string;
let planted: Planted;

const plant = async (): Promise<void> => {
  planted = await plantAll(service);
  await service.grant(userId, planted.collectionId, 'manage');
};

beforeAll(async () => {
  service = await startTestService();
  userId = await service.addUser('user');
  const user = await service.clientOf(userId);
  clients = { owner: service.owner, user, nobody: service.owner };
  await plant();
});
beforeEach(() => {
  service.failures.length = 0;
});
afterAll(async () => {
  await service.stop();
});

/** Words from the program, its SQL, and its tables, which no response may contain. */
const inside = [
  'node_modules',
  'file:///',
  '.ts:',
  '    at ',
  'kysely',
  'sqlite',
  'postgres',
  'syntax error',
  'constraint',
  'idempotent_answers',
  'access_tokens',
  'api_tokens',
  'record_counts',
  'auth_failures',
  'collection_user_access',
  'collection_team_access',
  'team_members',
];
const insideOf = (text: string): string[] =>
  inside.filter((word) => text.toLowerCase().includes(word));

const send = async ({ as, method, path, headers, body }: GeneratedRequest) =>
  await clients[as].send(method, resolved(path, planted), {
    headers: { ...headers, ...(as === 'nobody' && { authorization: '' }) },
    ...(body !== null && { raw: resolved(body, planted) }),
  });

test.each(
  contractEndpoints.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })),
)(
  '$name serves or refuses whatever is sent, and says nothing of the inside',
  async ({ endpoint }) => {
    await fc.assert(
      fc.asyncProperty(requestsTo(endpoint), async (request) => {
        const { status, text } = await send(request);
        expect(status).toBeLessThan(500);
        expect(status < 400 ? [] : insideOf(text)).toEqual([]);
        if (status === 204) await plant();
      }),
      { numRuns: runsOf(endpoint), ...(seed !== undefined && { seed: Number(seed) }) },
    );
    expect(service.failures).toEqual([]);
  },
  timeoutMs,
);

/** Targets that are sent without `fetch`, because `fetch` would normalize them. */
const oddTargets = [
  '/api/v1/threats/../collections',
  '/api/v1/../../etc/passwd',
  '//elsewhere:99999/api/v1/threats',
  'http://elsewhere/api/v1/threats',
  'http://[::1',
  '/api/v1/threats/%',
  '/api/v1/threats?%&%00=%ff&limit',
  '/api/v1/threats#fragment',
  '/api/v1/threats;a=b',
  '/api/v1//threats//',
  '*',
];

test.each(oddTargets)('GET %s is served or rejected', async (path) => {
  const { hostname, port } = new URL(service.url);
  const headers = { authorization: `Bearer ${service.owner.token}` };
  const [answer]: IncomingMessage[] = await once(
    get({ hostname, port, path, headers }),
    'response',
  );
  expect(answer?.statusCode).toBeLessThan(500);
  answer?.resume();
  expect(service.failures).toEqual([]);
});

import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isBatchable } from '#shared/api/batch.ts';
import { newId } from '#shared/records/new-id.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { methodOf, templateOf, type EndpointCase } from './endpoint-case.ts';
import { endpointCases } from './endpoint-cases.ts';
import { plant, type Caller, type Planted } from './planted.ts';
import { pathOf, requestOf } from './request-of.ts';

let service: TestService;
let planted: Planted;
let callers: Record<'owner' | 'reader' | 'stranger' | 'unscoped', Caller>;
beforeAll(async () => {
  service = await startTestService();
  const owner = { id: service.ownerId, client: service.owner };
  planted = await plant(service, owner);
  const userId = await service.addUser('user');
  const strangerId = await service.addUser('user');
  await service.grant(userId, planted.collectionId, 'read');
  callers = {
    owner,
    reader: { id: userId, client: await service.clientOf(userId) },
    stranger: { id: strangerId, client: await service.clientOf(strangerId) },
    unscoped: {
      id: service.ownerId,
      client: await service.clientOf(service.ownerId, { scopes: ['reports:read'] }),
    },
  };
});
afterAll(async () => {
  await service.stop();
});

const answered = z.object({
  answers: z.array(
    z.object({ status: z.number(), headers: z.record(z.string(), z.string()), body: z.unknown() }),
  ),
});

type Part = { method: string; path: string; body?: unknown; ifMatch?: string };

const inBatch = async ({ client }: Caller, part: Part) => {
  const { body } = await client.send('POST', '/batch', { json: { requests: [part] } });
  return answered.parse(body).answers[0];
};

/** Headers that every response has. In a batch, the parts do not have them. */
const common = ['x-request-id', 'x-batch-limit', 'cache-control', 'x-content-type-options'];
const ofConnection = ['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'];

/** Sends the part as a separate request, and returns the response in the form of a batch. */
const alone = async ({ client }: Caller, { method, path, body, ifMatch }: Part) => {
  const answer = await client.send(method, path, {
    ...(body !== undefined && { json: body }),
    ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
  });
  const headers = [...answer.headers].filter(
    ([name]) => ![...common, ...ofConnection].includes(name),
  );
  const { status } = answer;
  return { status, headers: Object.fromEntries(headers), body: answer.body ?? null };
};

const withoutId = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/"requestId":"[^"]+"/g, '"requestId":""'));

const isPart = (endpoint: EndpointCase): boolean =>
  isBatchable({ method: methodOf(endpoint), path: templateOf(endpoint) });

const partOf = (endpoint: EndpointCase, path?: string): Part => {
  const request = requestOf(endpoint, planted);
  const { json } = request.sent;
  return {
    method: request.method,
    path: path ?? request.path,
    ...(json !== undefined && { body: json }),
  };
};

/** Checks that the part and a separate request get the same response, and returns its status. */
const statusBothWays = async (caller: Caller, part: Part): Promise<number> => {
  const expected = await alone(caller, part);
  assert.deepEqual(withoutId(await inBatch(caller, part)), withoutId(expected));
  return expected.status;
};

const isRead = (endpoint: EndpointCase) => methodOf(endpoint) === 'GET';
const isOfOne = (endpoint: EndpointCase) => templateOf(endpoint).endsWith('/{id}');
const parts = endpointCases.filter(isPart);

describe('a part has the same response as an individual request:', () => {
  test.each(parts)('$endpoint without its scope', async (endpoint) => {
    expect(await statusBothWays(callers.unscoped, partOf(endpoint))).toBe(403);
  });

  test.each(parts.filter(isOfOne))('$endpoint for missing records', async (endpoint) => {
    const unknown = partOf(endpoint, pathOf(endpoint, { id: newId() }));
    expect(await statusBothWays(callers.owner, unknown)).toBe(404);
    expect(await statusBothWays(callers.unscoped, unknown)).toBe(403);
  });

  const within = parts.filter(({ permission }) => permission !== undefined);
  test.each(within)('$endpoint without access', async (endpoint) => {
    expect(await statusBothWays(callers.stranger, partOf(endpoint))).toBe(404);
  });

  test.each(within.filter((endpoint) => !isRead(endpoint)))(
    '$endpoint to who may only read',
    async (endpoint) => {
      expect(await statusBothWays(callers.reader, partOf(endpoint))).toBe(403);
    },
  );

  test.each(parts.filter((endpoint) => isOfOne(endpoint) && !isRead(endpoint)))(
    '$endpoint with another ETag',
    async (endpoint) => {
      expect(await statusBothWays(callers.owner, { ...partOf(endpoint), ifMatch: '"stale"' })).toBe(
        412,
      );
    },
  );

  test.each(parts.filter(({ required }) => required !== undefined))(
    '$endpoint with an empty body',
    async (endpoint) => {
      expect(await statusBothWays(callers.owner, { ...partOf(endpoint), body: {} })).toBe(400);
    },
  );

  test.each(parts.filter(isRead))('$endpoint', async (endpoint) => {
    expect(await statusBothWays(callers.owner, partOf(endpoint))).toBe(200);
  });
});

test.each(endpointCases.filter((endpoint) => !isPart(endpoint)))(
  '$endpoint cannot be part of a batch',
  async (endpoint) => {
    const { method } = requestOf(endpoint, planted);
    const path = pathOf(endpoint, endpoint.params?.(planted), {});
    const answer = await inBatch(callers.owner, { method, path, body: {} });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  },
);

test('no request failed internally', () => {
  expect(service.failures).toEqual([]);
});

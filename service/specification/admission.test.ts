import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyScope } from '#shared/api/endpoint.ts';
import { contractEndpoints } from '../contract-endpoints.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { startCallers, type Callers } from './callers.ts';
import { methodOf, scopeOf, templateOf, type EndpointCase } from './endpoint-case.ts';
import { endpointCases } from './endpoint-cases.ts';
import { plant, type Caller, type Planted } from './planted.ts';
import { pathOf, requestOf } from './request-of.ts';

let service: TestService;
let callers: Callers;
/** All requests in this file are rejected or only read, so all tests can share these records. */
let planted: Planted;
beforeAll(async () => {
  service = await startTestService();
  callers = await startCallers(service);
  planted = await plant(service, callers.user);
});
afterAll(async () => {
  await service.stop();
});

const everything = ['*:read', '*:write'];
const scopes = [...new Set(contractEndpoints.map(({ scope }) => scope))].flatMap((scope) =>
  scope === null || scope === anyScope ? [] : [scope],
);

/**
 * Returns many scopes, none of which implies `scope`: all other scopes, and the other permission on the
 * same resource and on every resource.
 */
const allBut = (scope: string): string[] => {
  const [resource, permission] = scope.split(':');
  const other = permission === 'read' ? 'write' : 'read';
  const others = [...scopes, `${resource}:${other}`, `*:${other}`];
  return [...new Set(others)].filter((granted) => granted !== scope);
};

const missingScope = (scope: string) => ({
  status: 403,
  body: { code: 'missing_scope', detail: `requires scope ${scope}`, requiredScope: scope },
});

/** Returns an invalid body, because the service must notice a missing scope before it reads the body. */
const sentUnread = (endpoint: EndpointCase) => (methodOf(endpoint) === 'GET' ? {} : { raw: '{' });

const closed = endpointCases.filter(({ isOpen }) => isOpen !== true);

describe.each(closed)('$endpoint', (endpoint) => {
  const method = methodOf(endpoint);
  const path = pathOf(endpoint);
  const sent = sentUnread(endpoint);

  test.each([
    ['no token', ''],
    ['another scheme', 'Basic b3duZXI6c2VjcmV0'],
    ['an unknown token', 'Bearer 0123456789'],
  ])('is 401 with %s, also with a slash at the end of the path', async (_, authorization) => {
    for (const written of [path, path.replace(/(?=\?|$)/, '/')]) {
      const answer = await service.owner.send(method, written, {
        ...sent,
        headers: { authorization },
      });
      expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    }
  });

  test('is 401 with a token that has expired', async () => {
    service.setClock(new Date(Date.now() + 3601_000));
    const answer = await service.owner.send(method, path, sent);
    service.setClock(undefined);
    expect(answer).toMatchObject({ status: 401, body: { code: 'token_expired' } });
  });
});

describe.each(closed.filter((endpoint) => scopeOf(endpoint) !== anyScope))(
  '$endpoint',
  (endpoint) => {
    const method = methodOf(endpoint);
    const scope = scopeOf(endpoint);
    const path = pathOf(endpoint);
    const sent = sentUnread(endpoint);

    test(`is 403 with every scope but ${scope}, whether the token or the admin lacks it`, async () => {
      await callers.limitToken(callers.owner, allBut(scope));
      const { client: owner } = callers.owner;
      expect(await owner.send(method, path, sent)).toMatchObject(missingScope(scope));

      await callers.limitToken(callers.admin, everything);
      await callers.limitAdmin(allBut(scope));
      const { client: admin } = callers.admin;
      expect(await admin.send(method, path, sent)).toMatchObject(missingScope(scope));
    });
  },
);

test.each(closed.filter((endpoint) => scopeOf(endpoint) === anyScope))(
  '$endpoint is admitted with a token of any scope, and its body is looked at',
  async (endpoint) => {
    await callers.limitToken(callers.owner, ['reports:read']);
    const { method, path } = requestOf(endpoint, planted);
    const answer = await callers.owner.client.send(method, path, sentUnread(endpoint));
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
  },
);

describe('administration is not allowed for the role user', () => {
  const cases = closed.filter(({ isAdministration }) => isAdministration === true);
  test.each(cases)('$endpoint is 403', async (endpoint) => {
    await callers.limitToken(callers.user, everything);
    const { method, path, sent } = requestOf(endpoint, planted);
    const answer = await callers.user.client.send(method, path, sent);
    expect(answer).toMatchObject(missingScope(scopeOf(endpoint)));
  });
});

describe('a collection', () => {
  const rank = ['read', 'write', 'manage'] as const;
  let stranger: Caller;
  const granted = new Map<string, Caller>();
  beforeAll(async () => {
    const strangerId = await service.addUser('user');
    stranger = { id: strangerId, client: await service.clientOf(strangerId) };
    for (const permission of ['read', 'write'] as const) {
      const id = await service.addUser('user');
      await service.grant(id, planted.collectionId, permission);
      granted.set(permission, { id, client: await service.clientOf(id) });
    }
  });

  const within = endpointCases.filter(({ permission }) => permission !== undefined);
  test.each(within)(
    '$endpoint does not show a record to someone without access',
    async (endpoint) => {
      const { method, path, sent } = requestOf(endpoint, planted);
      const answer = await stranger.client.send(method, path, sent);
      expect(answer).toMatchObject(
        endpoint.isOverview === true
          ? { status: 200, body: { items: [], count: 0 } }
          : { status: 404, body: { code: 'not_found' } },
      );
    },
  );

  const writing = within.filter(({ permission }) => permission !== 'read');
  test.each(writing)(
    '$endpoint is 403 with less than the $permission permission',
    async (endpoint) => {
      const { method, path, sent } = requestOf(endpoint, planted);
      for (const permission of rank.slice(0, rank.indexOf(endpoint.permission ?? 'read'))) {
        const answer = await granted.get(permission)?.client.send(method, path, sent);
        expect(answer).toMatchObject({ status: 403, body: { code: 'collection_access' } });
      }
    },
  );
});

test('every path refuses other methods, and names those that it has', async () => {
  for (const endpoint of endpointCases) {
    const path = templateOf(endpoint).replaceAll(/\{\w+\}/g, 'some');
    const matching = endpointCases.filter((other) =>
      new RegExp(`^${templateOf(other).replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    );
    const methods = new Set(matching.map(methodOf));
    if (methods.has('GET')) methods.add('HEAD');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      if (methods.has(method)) continue;
      const answer = await service.owner.send(method, path, { headers: { authorization: '' } });
      expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
      const allow = (answer.headers.get('allow') ?? '').split(', ');
      expect({ path, allow: allow.toSorted() }).toEqual({ path, allow: [...methods].toSorted() });
    }
  }
});

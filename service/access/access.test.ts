import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/api/contract.ts';
import { requestsOn } from '../testing/endpoint-requests.ts';
import { plantTree, type SampleTree } from '../testing/sample-tree.ts';
import type { TestClient } from '../testing/test-client.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
});

const endpoints = Object.values(contract)
  .flatMap((resource) => Object.values(resource))
  .map((procedure) => procedure['~orpc'])
  .flatMap(({ route: { method = 'GET', path = '/' }, meta: { scope } }) =>
    scope === null ? [] : [{ method, path: path.replace(/\{\w+\}/, 'unknown'), scope }],
  );

const allBut = (scope: string): string[] => {
  const [, permission] = scope.split(':');
  const resources = endpoints.map((endpoint) => endpoint.scope.split(':')[0] ?? '');
  const others = resources.map((resource) => `${resource}:${permission}`);
  return [permission === 'read' ? '*:write' : '*:read', ...others].filter(
    (other) => other !== scope,
  );
};

/** One for all tests: making and checking a secret takes long on purpose. */
const clients = new Map<string, Promise<TestClient>>();
const ownerWith = async (scopes: string[]): Promise<TestClient> => {
  const key = scopes.join(' ');
  const client = clients.get(key) ?? service.clientOf(service.ownerId, { scopes });
  clients.set(key, client);
  return await client;
};

describe.each(endpoints)('$method $path', ({ method, path, scope }) => {
  test.each([
    ['no token', ''],
    ['another scheme', 'Basic b3duZXI6c2VjcmV0'],
    ['an unknown token', 'Bearer 0123456789'],
  ])('is 401 with %s', async (_, authorization) => {
    const answer = await service.owner.send(method, path, { headers: { authorization } });
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  test('is 401 with a token that has expired', async () => {
    service.setClock(new Date(Date.now() + 3601_000));
    const answer = await service.owner.send(method, path);
    service.setClock(undefined);
    expect(answer).toMatchObject({ status: 401, body: { code: 'token_expired' } });
  });

  test(`is 403 with every scope but ${scope}, whatever the body`, async () => {
    const client = await ownerWith(allBut(scope));
    const raw = method === 'GET' ? {} : { raw: '{' };
    expect(await client.send(method, path, raw)).toMatchObject({
      status: 403,
      body: {
        code: 'missing_scope',
        detail: `requires scope ${scope}`,
        requiredScope: scope,
      },
    });
  });

  test('is admitted with its own scope, or that of every resource', async () => {
    const [, permission] = scope.split(':');
    for (const granted of [scope, `*:${permission}`]) {
      const client = await ownerWith([granted]);
      const { status } = await client.send(method, path);
      expect([200, 400, 404, 415]).toContain(status);
    }
  });
});

test('an admin needs the scope itself, beside that of its token', async () => {
  const id = await service.addUser('admin', ['threats:read']);
  const admin = await service.clientOf(id);
  expect(await admin.send('GET', '/threats')).toMatchObject({ status: 200 });
  expect(await admin.send('GET', '/comments')).toMatchObject({
    status: 403,
    body: { code: 'missing_scope', detail: 'requires scope comments:read' },
  });

  await service.database
    .updateTable('users')
    .set({ scopes: JSON.stringify(['comments:read']) })
    .where('id', '=', id)
    .execute();
  expect(await admin.send('GET', '/threats')).toMatchObject({ status: 403 });
  expect(await admin.send('GET', '/comments')).toMatchObject({ status: 200 });
});

test('the tokens of a disabled user stop at once, and it gets no new ones', async () => {
  const id = await service.addUser('user');
  const client = await service.clientOf(id);
  expect(await client.send('GET', '/collections')).toMatchObject({ status: 200 });
  await service.database.updateTable('users').set({ is_enabled: 0 }).where('id', '=', id).execute();
  const refused = { status: 403, body: { code: 'account_disabled' } };
  expect(await client.send('GET', '/collections')).toMatchObject(refused);
  expect(await client.send('POST', '/auth', { json: client.credentials })).toMatchObject(refused);
});

test('the access tokens of an API token end with it', async () => {
  const client = await service.clientOf(service.ownerId);
  await service.database
    .deleteFrom('api_tokens')
    .where('client_id', '=', client.credentials.clientId)
    .execute();
  expect(await client.send('GET', '/collections')).toMatchObject({ status: 401 });
});

test('a token with an allow-list works from the listed addresses only', async () => {
  const near = await service.clientOf(service.ownerId, { allowIps: ['10.0.0.0/8', '127.0.0.0/8'] });
  expect(await near.send('GET', '/collections')).toMatchObject({ status: 200 });

  await service.database
    .updateTable('api_tokens')
    .set({ allow_ips: JSON.stringify(['10.0.0.0/8']) })
    .where('client_id', '=', near.credentials.clientId)
    .execute();
  const refused = { status: 403, body: { code: 'ip_not_allowed' } };
  expect(await near.send('GET', '/collections')).toMatchObject(refused);
  expect(await near.send('POST', '/auth', { json: near.credentials })).toMatchObject(refused);
});

describe('a user', () => {
  let tree: SampleTree;
  let userId: string;
  let user: TestClient;
  beforeEach(async () => {
    tree = await plantTree(service.owner);
    userId = await service.addUser('user');
    user = await service.clientOf(userId);
  });

  test('finds nothing of a collection that it was not granted', async () => {
    for (const { method, path, json } of requestsOn(tree, userId)) {
      const answer = await user.send(method, path, { json });
      expect({ method, path, answer }).toMatchObject({ answer: { status: 404 } });
    }
    for (const path of ['/collections', '/threat-models', '/components', '/threats']) {
      expect(await user.send('GET', path)).toMatchObject({ body: { items: [], count: 0 } });
    }
    for (const path of ['/mitigations', '/comments']) {
      expect(await user.send('GET', path)).toMatchObject({ body: { items: [], count: 0 } });
    }
  });

  test('only reads with read permission', async () => {
    await service.grant(userId, tree.collectionId, 'read');
    for (const { method, path, json } of requestsOn(tree, userId)) {
      const expected =
        method === 'GET' ? { status: 200 } : { status: 403, body: { code: 'collection_access' } };
      const answer = await user.send(method, path, { json });
      expect({ method, path, answer }).toMatchObject({ answer: expected });
    }
    for (const path of ['/collections', '/threat-models', '/components', '/threats', '/comments']) {
      expect(await user.send('GET', path)).toMatchObject({ body: { count: 1 } });
    }
  });

  test('changes what a collection holds with write permission, but not the collection', async () => {
    await service.grant(userId, tree.collectionId, 'write');
    // A comment of its own: those of others it may not change.
    const { id: commentId } = await user.api.comments.create({ ...tree, text: 'Mine' });
    for (const { method, path, json } of requestsOn({ ...tree, commentId }, userId)) {
      const isCollection = method !== 'GET' && path.startsWith('/collections');
      const { status } = await user.send(method, path, { json });
      const expected = isCollection ? [403] : [200, 201, 204];
      expect({ method, path, expected, fits: expected.includes(status) }).toMatchObject({
        fits: true,
      });
    }
  });

  test('does everything with manage permission, and with a collection it created', async () => {
    await service.grant(userId, tree.collectionId, 'manage');
    expect(await user.send('DELETE', `/collections/${tree.collectionId}`)).toMatchObject({
      status: 204,
    });
    const { id } = await user.api.collections.create({ title: 'Mine' });
    expect((await user.api.collections.list({})).items.map((item) => item.id)).toEqual([id]);
    await user.api.collections.update({ id, title: 'Still mine' });
    await user.api.collections.delete({ id });
  });

  test('changes and deletes no comment of another, and writes in no other name', async () => {
    await service.grant(userId, tree.collectionId, 'manage');
    const refused = { status: 403, body: { code: 'collection_access' } };
    const path = `/comments/${tree.commentId}`;
    expect(await user.send('PATCH', path, { json: { text: 'No' } })).toMatchObject(refused);
    expect(await user.send('DELETE', path)).toMatchObject(refused);
    const json = [{ threatId: tree.threatId, userId: service.ownerId, text: 'Forged' }];
    expect(await user.send('POST', '/comments/many', { json })).toMatchObject(refused);
  });

  test('moves no canvas to a threat model that it may not see', async () => {
    await service.grant(userId, tree.collectionId, 'manage');
    const other = await plantTree(service.owner);
    expect(
      await user.send('PATCH', `/canvases/${tree.canvasId}`, {
        json: { threatModelId: other.threatModelId },
      }),
    ).toMatchObject({
      status: 404,
      body: { detail: `there is no threat model ${other.threatModelId}` },
    });
  });
});

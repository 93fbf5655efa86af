import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

test('changed scopes of an admin apply at once, to existing tokens too', async () => {
  const id = await service.addUser('admin', ['threats:read']);
  const admin = await service.clientOf(id);
  expect(await admin.send('GET', '/threats')).toMatchObject({ status: 200 });
  expect(await admin.send('GET', '/comments')).toMatchObject({ status: 403 });

  await service.database
    .updateTable('users')
    .set({ scopes: JSON.stringify(['comments:read']) })
    .where('id', '=', id)
    .execute();
  expect(await admin.send('GET', '/threats')).toMatchObject({ status: 403 });
  expect(await admin.send('GET', '/comments')).toMatchObject({ status: 200 });
});

test('an admin sees and changes all records that the scopes allow', async () => {
  const { threatId } = await plantTree(service.owner);
  const id = await service.addUser('admin', ['threats:read', 'threats:write']);
  const admin = await service.clientOf(id);
  const path = `/threats/${threatId}`;
  expect(await admin.send('GET', path)).toMatchObject({ status: 200 });
  const { items } = await admin.api.threats.list({ limit: 200 });
  expect(items.map((threat) => threat.id)).toContain(threatId);
  const json = { title: 'Changed' };
  expect(await admin.send('PATCH', path, { json })).toMatchObject({ status: 200 });
});

test('tokens of a disabled user stop working at once, and the user gets no new ones', async () => {
  const id = await service.addUser('user');
  const client = await service.clientOf(id);
  expect(await client.send('GET', '/collections')).toMatchObject({ status: 200 });
  await service.database.updateTable('users').set({ is_enabled: 0 }).where('id', '=', id).execute();
  const refused = {
    status: 403,
    body: { code: 'account_disabled', detail: 'the account is disabled' },
  };
  expect(await client.send('GET', '/collections')).toMatchObject(refused);
  expect(await client.send('POST', '/auth', { json: client.credentials })).toMatchObject(refused);
});

test('a user whose invitation is not accepted yet gets no access', async () => {
  const id = await service.addUser('super_admin');
  const client = await service.clientOf(id);
  await service.database
    .updateTable('users')
    .set({ status: 'invited' })
    .where('id', '=', id)
    .execute();
  const refused = { status: 403, body: { code: 'account_disabled' } };
  expect(await client.send('GET', '/collections')).toMatchObject(refused);
  expect(await client.send('POST', '/auth', { json: client.credentials })).toMatchObject(refused);
});

test('no request that is sent after an account is disabled is served, however many arrive', async () => {
  const id = await service.addUser('super_admin');
  const client = await service.clientOf(id);
  const state = { isDisabled: false };
  const answers: { wasDisabled: boolean; status: number }[] = [];
  const ask = async (): Promise<void> => {
    for (let times = 0; times < 25; times++) {
      const wasDisabled = state.isDisabled;
      const { status } = await client.send('GET', '/roles');
      answers.push({ wasDisabled, status });
    }
  };
  const asking = Array.from({ length: 8 }, ask);
  expect(await service.owner.send('POST', `/users/disable/${id}`)).toMatchObject({ status: 200 });
  state.isDisabled = true;
  await Promise.all(asking);
  const after = answers.filter(({ wasDisabled }) => wasDisabled);
  expect(after.length).toBeGreaterThan(20);
  expect(after.filter(({ status }) => status !== 403)).toEqual([]);
});

test('access tokens end with their API token', async () => {
  const client = await service.clientOf(service.ownerId);
  await service.database
    .deleteFrom('api_tokens')
    .where('client_id', '=', client.credentials.clientId)
    .execute();
  expect(await client.send('GET', '/collections')).toMatchObject({ status: 401 });
});

test('an access token expires at the exact moment', async () => {
  const moment = new Date('2050-01-01T00:00:00.000Z');
  service.setClock(moment);
  try {
    const client = await service.clientOf(service.ownerId);
    expect(await client.send('GET', '/collections')).toMatchObject({ status: 200 });
    service.setClock(new Date(moment.getTime() + 3_599_999));
    expect(await client.send('GET', '/collections')).toMatchObject({ status: 200 });
    service.setClock(new Date(moment.getTime() + 3_600_000));
    expect(await client.send('GET', '/collections')).toMatchObject({
      status: 401,
      body: {
        code: 'token_expired',
        detail: 'access token expired; get a new one from /auth',
      },
    });
  } finally {
    service.setClock(undefined);
  }
});

test('nobody can write a comment in the name of a deleted user', async () => {
  const { threatId } = await plantTree(service.owner);
  const deletedId = await service.addUser('user');
  const write = () =>
    service.owner.send('POST', '/comments/many', {
      json: [{ threatId, userId: deletedId, text: 'From beyond' }],
    });
  expect(await write()).toMatchObject({ status: 201 });
  await service.database
    .updateTable('users')
    .set({ deleted_at: new Date().toISOString() })
    .where('id', '=', deletedId)
    .execute();
  expect(await write()).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
});

test('a token with an allow-list works only from the listed addresses', async () => {
  const near = await service.clientOf(service.ownerId, { allowIps: ['10.0.0.0/8', '127.0.0.0/8'] });
  expect(await near.send('GET', '/collections')).toMatchObject({ status: 200 });

  await service.database
    .updateTable('api_tokens')
    .set({ allow_ips: JSON.stringify(['10.0.0.0/8']) })
    .where('client_id', '=', near.credentials.clientId)
    .execute();
  const refused = {
    status: 403,
    body: {
      code: 'ip_not_allowed',
      detail: "this token can't be used from this IP address",
    },
  };
  expect(await near.send('GET', '/collections')).toMatchObject(refused);
  expect(await near.send('POST', '/auth', { json: near.credentials })).toMatchObject(refused);
});

describe('the Authorization header', () => {
  const read = async (path: string, authorization: string) =>
    await service.owner.send('GET', path, { headers: { authorization } });

  test.each([
    ['a scheme in lowercase', (token: string) => `bearer ${token}`],
    ['a scheme in uppercase and several spaces', (token: string) => `BEARER   ${token}`],
  ])('can have %s', async (_, written) => {
    const answer = await read('/collections', written(service.owner.token));
    expect(answer).toMatchObject({ status: 200 });
  });

  const wanted = 'send Authorization: Bearer <access token>';
  const unknown = 'unknown access token';
  test.each([
    ['no space', wanted, (token: string) => `Bearer${token}`],
    ['only the scheme', wanted, () => 'Bearer '],
    ['only the token', wanted, (token: string) => token],
    ['a scheme that ends like the right one', wanted, (token: string) => `Forbearer ${token}`],
    ['another scheme before it', wanted, (token: string) => `Basic x, Bearer ${token}`],
    ['the token twice', wanted, (token: string) => `Bearer ${token}, Bearer ${token}`],
    ['something after the token', wanted, (token: string) => `Bearer ${token} more`],
    ['the token in quotes', wanted, (token: string) => `Bearer "${token}"`],
    ['padding after the token', unknown, (token: string) => `Bearer ${token}==`],
    ['a part of the token', unknown, (token: string) => `Bearer ${token.slice(1)}`],
    ['the token in lowercase', unknown, (token: string) => `Bearer ${token.toLowerCase()}`],
  ])('is refused with %s', async (_, detail, written) => {
    const answer = await read('/collections', written(service.owner.token));
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated', detail } });
  });

  test('cannot be replaced by a query parameter', async () => {
    const answer = await read(`/collections?access_token=${service.owner.token}`, '');
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });
});

test('the database has only the hashes of access tokens, which are no tokens', async () => {
  const { hash } = await service.database
    .selectFrom('access_tokens')
    .select('hash')
    .executeTakeFirstOrThrow();
  const headers = { authorization: `Bearer ${hash}` };
  expect(await service.owner.send('GET', '/collections', { headers })).toMatchObject({
    status: 401,
    body: { detail: 'unknown access token' },
  });
});

test('a record that does not exist, or may not be seen, is named with its kind', async () => {
  const tree = await plantTree(service.owner);
  const user = await service.clientOf(await service.addUser('user'));
  const kinds: [path: string, kind: string, id: string][] = [
    ['/collections', 'collection', tree.collectionId],
    ['/threat-models', 'threat model', tree.threatModelId],
    ['/canvases', 'canvas', tree.canvasId],
    ['/components', 'component', tree.componentId],
    ['/threats', 'threat', tree.threatId],
    ['/mitigations', 'mitigation', tree.mitigationId],
    ['/comments', 'comment', tree.commentId],
  ];
  for (const [path, kind, id] of kinds) {
    for (const [client, wanted] of [
      [service.owner, 'none'],
      [user, 'none'],
      [user, id],
    ] as const) {
      for (const method of ['GET', 'DELETE']) {
        expect(await client.send(method, `${path}/${wanted}`)).toMatchObject({
          status: 404,
          body: { code: 'not_found', detail: `${kind} ${wanted} not found` },
        });
      }
    }
  }
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

  test('can do everything in a collection that they created', async () => {
    const { id } = await user.api.collections.create({ title: 'Mine' });
    expect((await user.api.collections.list({})).items.map((item) => item.id)).toEqual([id]);
    await user.api.collections.update({ id, title: 'Still mine' });
    await user.api.collections.delete({ id });
  });

  test('learns which permission they lack on a collection', async () => {
    await service.grant(userId, tree.collectionId, 'read');
    const json = { title: 'Changed' };
    for (const [path, needed] of [
      [`/threats/${tree.threatId}`, 'write'],
      [`/collections/${tree.collectionId}`, 'manage'],
    ] as const) {
      expect(await user.send('PATCH', path, { json })).toMatchObject({
        status: 403,
        body: {
          code: 'collection_access',
          detail: `requires ${needed} permission on the collection`,
        },
      });
    }
  });

  test('cannot change or delete comments of others, or write in their names', async () => {
    await service.grant(userId, tree.collectionId, 'manage');
    const refused = { status: 403, body: { code: 'collection_access' } };
    const path = `/comments/${tree.commentId}`;
    expect(await user.send('PATCH', path, { json: { text: 'No' } })).toMatchObject(refused);
    expect(await user.send('DELETE', path)).toMatchObject(refused);
    const json = [{ threatId: tree.threatId, userId: service.ownerId, text: 'Forged' }];
    expect(await user.send('POST', '/comments/many', { json })).toMatchObject(refused);
  });

  test('cannot move a canvas to a threat model that they cannot see', async () => {
    await service.grant(userId, tree.collectionId, 'manage');
    const other = await plantTree(service.owner);
    expect(
      await user.send('PATCH', `/canvases/${tree.canvasId}`, {
        json: { threatModelId: other.threatModelId },
      }),
    ).toMatchObject({
      status: 404,
      body: { detail: `threat model ${other.threatModelId} not found` },
    });
  });
});

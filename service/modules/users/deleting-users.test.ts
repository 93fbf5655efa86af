import { afterEach, beforeEach, expect, test } from 'vitest';
import { plantTree } from '../../testing/sample-tree.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
let id: string;
let recipientId: string;
beforeEach(async () => {
  service = await startTestService();
  id = await service.addUser('user');
  recipientId = await service.addUser('user');
});
afterEach(async () => {
  await service.stop();
});

const remove = async (user: string, recipient: string) =>
  await service.owner.send('DELETE', `/users/${user}/${recipient}`);

test('the recipient gets the collections and threat models, and comments stay', async () => {
  const tree = await plantTree(await service.clientOf(id));
  const { api } = service.owner;
  const collection = await api.collections.get({ id: tree.collectionId });
  const model = await api.threatModels.get({ id: tree.threatModelId });
  const comment = await api.comments.get({ id: tree.commentId });
  // Sets the clock back, because `updated_at` must increase even then.
  service.setClock(new Date(Date.parse(collection.created_at) - 1000));

  expect(await remove(id, recipientId)).toMatchObject({ status: 204, text: '' });
  const inherited = await api.collections.get({ id: tree.collectionId });
  expect(inherited).toMatchObject({ created_by: { id: recipientId } });
  expect(inherited.updated_at > collection.updated_at).toBe(true);
  expect(model.owner).toEqual({ id });
  expect(await api.threatModels.get({ id: tree.threatModelId })).toMatchObject({
    owner: { id: recipientId },
  });
  const listed = await api.threatModels.list({});
  expect(listed.items).toMatchObject([{ owner: { email: `${recipientId}@example.org` } }]);
  expect(await api.comments.get({ id: tree.commentId })).toEqual(comment);
  service.setClock(undefined);
  const recipient = await service.clientOf(recipientId);
  expect(await recipient.send('DELETE', `/collections/${tree.collectionId}`)).toMatchObject({
    status: 204,
  });
});

test('updated_at of transferred records changes', async () => {
  const tree = await plantTree(await service.clientOf(id));
  const updatedAt = async () => {
    const { items } = await service.owner.api.threatModels.list({});
    return items.find((item) => item.id === tree.threatModelId)?.updated_at ?? '';
  };
  const before = await updatedAt();
  await remove(id, recipientId);
  expect((await updatedAt()) > before).toBe(true);
});

test('a deleted user is not found any more, and their tokens are unknown', async () => {
  const { database, owner } = service;
  const client = await service.clientOf(id);
  const tree = await plantTree(owner);
  await service.grant(id, tree.collectionId, 'manage');
  const team = await owner.api.teams.create({ title: 'Team', usersIds: [id, recipientId] });
  const headers = { 'idempotency-key': 'once' };
  await client.send('POST', '/collections', { json: { title: 'Of it' }, headers });

  await remove(id, recipientId);
  expect(await client.send('GET', '/threats')).toMatchObject({ status: 401 });
  const login = await owner.send('POST', '/auth', { json: client.credentials });
  expect(login).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  expect(await owner.send('GET', `/users/${id}`)).toMatchObject({ status: 404 });
  const { items, count } = await owner.api.users.list({});
  expect(items.map((user) => user.id)).toEqual([service.ownerId, recipientId]);
  expect(count).toBe(2);
  expect(await owner.api.users.search({ field: 'email', text: id })).toEqual([]);
  const { users } = await owner.api.teams.get({ id: team.id });
  expect(users.map((user) => user.id)).toEqual([recipientId]);
  for (const table of [
    'api_tokens',
    'collection_user_access',
    'team_members',
    'invitations',
    'idempotent_answers',
  ] as const) {
    const rows = database.selectFrom(table).where('user_id', '=', id).selectAll();
    expect({ table, rows: await rows.execute() }).toEqual({ table, rows: [] });
  }
  for (const path of [`/users/enable/${id}`, `/users/disable/${id}`]) {
    expect(await owner.send('POST', path)).toMatchObject({ status: 404 });
  }
  expect(await remove(id, recipientId)).toMatchObject({ status: 404 });
});

test('no personal data is kept, and the email address can be invited again', async () => {
  const { api } = service.owner;
  const zoe = { email: 'zoe@example.com', firstName: 'Zoe', lastName: 'Turing' };
  const first = await api.users.invite(zoe);
  await remove(first.id, recipientId);
  const rows = await service.database.selectFrom('users').selectAll().execute();
  expect(rows.find((row) => row.id === first.id)).toMatchObject({ is_enabled: 0, scopes: '[]' });
  expect(JSON.stringify(rows)).not.toMatch(/zoe|turing/i);
  const second = await api.users.invite(zoe);
  expect(second.id).not.toBe(first.id);
});

test('the recipient must be another existing, enabled user', async () => {
  const disabled = await service.addUser('user');
  await service.owner.api.users.disable({ id: disabled });
  const deletedId = await service.addUser('user');
  await remove(deletedId, recipientId);
  for (const [recipient, message] of [
    [id, 'must be another user'],
    ['nobody', 'user not found'],
    [deletedId, 'user not found'],
    [disabled, 'the user is disabled'],
  ] as const) {
    expect(await remove(id, recipient)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', issues: [{ path: 'recipientId', message }] },
    });
  }
  expect(await remove('nobody', recipientId)).toMatchObject({ status: 404 });
  expect(await service.owner.api.users.get({ id })).toMatchObject({ id });
});

test('a user who deletes themselves is unknown from then on', async () => {
  const superAdmin = await service.addUser('super_admin');
  const { send } = await service.clientOf(superAdmin);
  expect(await send('DELETE', `/users/${superAdmin}/${recipientId}`)).toMatchObject({
    status: 204,
  });
  expect(await send('GET', '/users')).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  });
});

test('a user is deleted only if they match If-Match', async () => {
  const { headers } = await service.owner.send('GET', `/users/${id}`);
  await service.owner.api.users.changeRole({ id, role: 'super_admin' });
  const stale = { headers: { 'if-match': headers.get('etag') ?? '' } };
  const path = `/users/${id}/${recipientId}`;
  expect(await service.owner.send('DELETE', path, stale)).toMatchObject({ status: 412 });
});

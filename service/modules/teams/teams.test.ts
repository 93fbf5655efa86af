import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
});

const withEmail = async (email: string): Promise<string> => {
  const id = await service.addUser('user');
  await service.database
    .updateTable('users')
    .set({ email, email_key: email.toLowerCase() })
    .where('id', '=', id)
    .execute();
  return id;
};

const unknownMember = (path: string) => ({
  status: 400,
  body: { code: 'validation_failed', issues: [{ path, message: 'user not found' }] },
});

test('a team is created, retrieved, changed, and deleted', async () => {
  const { api } = service.owner;
  const [ada, bob] = [await withEmail('ada@team.example'), await withEmail('Bob@team.example')];
  const team = await api.teams.create({ title: 'Payments', usersIds: [bob, ada, bob] });
  expect(team).toEqual({
    id: team.id,
    title: 'Payments',
    // Members are sorted by email address, ignoring case, and have no duplicates.
    users: [
      { id: ada, email: 'ada@team.example', first_name: 'Uma', last_name: 'User' },
      { id: bob, email: 'Bob@team.example', first_name: 'Uma', last_name: 'User' },
    ],
  });
  expect(await api.teams.get({ id: team.id })).toEqual(team);

  const renamed = await api.teams.update({ id: team.id, title: 'Money' });
  expect(renamed).toEqual({ ...team, title: 'Money' });
  const smaller = await api.teams.update({ id: team.id, usersIds: [bob] });
  expect(smaller.users.map(({ id }) => id)).toEqual([bob]);
  expect(await api.teams.update({ id: team.id, usersIds: [] })).toMatchObject({ users: [] });

  await api.teams.delete({ id: team.id });
  expect(await service.owner.send('GET', `/teams/${team.id}`)).toMatchObject({
    status: 404,
    body: { code: 'not_found', detail: `team ${team.id} not found` },
  });
});

test('a team can be created without users', async () => {
  expect(await service.owner.api.teams.create({ title: 'Empty' })).toMatchObject({ users: [] });
});

test('teams are listed with the common parameters', async () => {
  const { api } = service.owner;
  const before = (await api.teams.list({ limit: 1 })).count;
  const member = await service.addUser('user');
  for (const title of ['Zebra', 'Yak', 'Xerus']) {
    await api.teams.create({ title, usersIds: [member] });
  }
  const { items, count } = await api.teams.list({ sort: 'title', order: 'desc', limit: 3 });
  expect(count).toBe(before + 3);
  expect(items.map(({ title }) => title)).toEqual(['Zebra', 'Yak', 'Xerus']);
  for (const { users } of items) expect(users.map(({ id }) => id)).toEqual([member]);
  const created = await api.teams.list({ limit: 200 });
  expect(created.items.slice(-3).map(({ title }) => title)).toEqual(['Zebra', 'Yak', 'Xerus']);
  expect(await service.owner.send('GET', '/teams?sort=users')).toMatchObject({ status: 400 });
});

test('all members must exist, otherwise nothing is done', async () => {
  const { api } = service.owner;
  const member = await service.addUser('user');
  const before = await api.teams.list({});
  const create = { title: 'Ghosts', usersIds: [member, member, 'nobody', 'nobody else'] };
  expect(await service.owner.send('POST', '/teams', { json: create })).toMatchObject(
    unknownMember('usersIds[2]'),
  );
  expect(await api.teams.list({})).toEqual(before);

  const team = await api.teams.create({ title: 'People', usersIds: [member] });
  const change = { title: 'Ghosts', usersIds: ['nobody'] };
  expect(await service.owner.send('PATCH', `/teams/${team.id}`, { json: change })).toMatchObject(
    unknownMember('usersIds[0]'),
  );
  expect(await api.teams.get({ id: team.id })).toEqual(team);
});

test('a deleted user is not a member and cannot become one', async () => {
  const { api } = service.owner;
  const [deletedId, stays] = [await service.addUser('user'), await service.addUser('user')];
  const { id } = await api.teams.create({ title: 'Shrinking', usersIds: [deletedId, stays] });
  await api.users.delete({ id: deletedId, recipientId: service.ownerId });
  expect((await api.teams.get({ id })).users.map((user) => user.id)).toEqual([stays]);
  const json = { usersIds: [stays, deletedId] };
  expect(await service.owner.send('PATCH', `/teams/${id}`, { json })).toMatchObject(
    unknownMember('usersIds[1]'),
  );
});

test('a team that does not exist is 404 for every request', async () => {
  const missing = { status: 404, body: { code: 'not_found', detail: 'team none not found' } };
  const { owner } = service;
  expect(await owner.send('GET', '/teams/none')).toMatchObject(missing);
  expect(await owner.send('PATCH', '/teams/none', { json: { title: 'T' } })).toMatchObject(missing);
  expect(
    await owner.send('PATCH', '/teams/none', { json: { usersIds: ['nobody'] } }),
  ).toMatchObject(missing);
  expect(await owner.send('DELETE', '/teams/none')).toMatchObject(missing);
});

test('a team is changed only if it matches If-Match', async () => {
  const { owner } = service;
  const created = await owner.send('POST', '/teams', { json: { title: 'Contested' } });
  const tag = created.headers.get('etag') ?? '';
  const { items } = await owner.api.teams.list({ limit: 200 });
  const path = `/teams/${items.find(({ title }) => title === 'Contested')?.id}`;
  const headers = { 'if-match': tag };
  const usersIds = [await service.addUser('user')];
  expect(await owner.send('PATCH', path, { json: { usersIds }, headers })).toMatchObject({
    status: 200,
  });
  const outdated = { status: 412, body: { code: 'precondition_failed' } };
  expect(await owner.send('PATCH', path, { json: { usersIds: [] }, headers })).toMatchObject(
    outdated,
  );
  expect(await owner.send('DELETE', path, { headers })).toMatchObject(outdated);
});

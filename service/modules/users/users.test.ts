import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
});

const scopes = [{ resource: 'codex', permission: 'read' } as const];
const person = (email: string, firstName = 'Ada', lastName = 'Lovelace') => ({
  email: `${email}@example.com`,
  firstName,
  lastName,
});

test('users are listed by page, and admins have scopes', async () => {
  const { users } = service.owner.api;
  const admin = await users.invite({ ...person('listed-1'), role: 'admin', scopes });
  const user = await users.invite(person('listed-2', 'Grace', ''));
  const { items, count } = await users.list({});
  expect(count).toBe(items.length);
  expect(items[0]).toMatchObject({ id: service.ownerId, role: 'owner', status: 'confirmed' });
  expect(items.slice(-2)).toEqual([
    {
      id: admin.id,
      role: 'admin',
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'listed-1@example.com',
      status: 'invited',
      is_enabled: true,
      scopes,
    },
    {
      id: user.id,
      role: 'user',
      first_name: 'Grace',
      last_name: '',
      email: 'listed-2@example.com',
      status: 'invited',
      is_enabled: true,
    },
  ]);
  const second = await users.list({ limit: 1, page: 2 });
  expect(second).toEqual({ items: [items[1]], count });
  expect(await users.list({ limit: 1, page: 0 })).toEqual({ items: [items[0]], count });
  expect(await service.owner.send('GET', '/users/?limit=1')).toMatchObject({ status: 200 });
});

test('the single form of a user lacks the status and scopes that an admin has', async () => {
  const { users } = service.owner.api;
  const { id } = await users.invite(person('single'));
  const facts = {
    id,
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'single@example.com',
    avatar_uploaded_at: null,
    avatarUrl: null,
  };
  expect(await users.get({ id })).toEqual({ ...facts, role: 'user' });
  await users.changeRole({ id, role: 'admin', scopes });
  expect(await users.get({ id })).toEqual({
    ...facts,
    role: 'admin',
    status: 'invited',
    is_enabled: true,
    scopes,
  });
  expect(await service.owner.send('GET', '/users/nobody')).toMatchObject({
    status: 404,
    body: { detail: 'user nobody not found' },
  });
});

test('a search finds a part of one field, ignoring case, in the order of creation', async () => {
  const { users } = service.owner.api;
  const people = [
    person('search_1', 'Özlem', 'Àlvarez'),
    person('search-2', 'JÖRG', '100% sure'),
    person('search3', 'Jorg', 'under_score'),
  ];
  const [first, second, third] = await users.bulkInvite({ payload: people });
  const found = async (field: 'first_name' | 'last_name' | 'email', text: string) =>
    (await users.search({ field, text })).map(({ id }) => id);

  expect(await found('first_name', 'ö')).toEqual([first?.id, second?.id]);
  expect(await found('first_name', 'jÖr')).toEqual([second?.id]);
  expect(await found('last_name', 'àLV')).toEqual([first?.id]);
  expect(await found('last_name', '%')).toEqual([second?.id]);
  expect(await found('last_name', '_')).toEqual([third?.id]);
  expect(await found('email', 'SEARCH')).toEqual([first?.id, second?.id, third?.id]);
  expect(await found('email', 'search_')).toEqual([first?.id]);
  expect(await found('email', 'Özlem')).toEqual([]);
  expect((await found('email', '')).length).toBe((await users.list({})).count);
});

test('a search says for everyone but admins whether they are active: confirmed and enabled', async () => {
  const { users } = service.owner.api;
  const find = async (email: string) => (await users.search({ field: 'email', text: email }))[0];
  const payload = [person('active')];
  const [{ id } = { id: '' }] = await users.bulkImport({ payload });
  expect(await find('active@')).toEqual({
    id,
    role: 'user',
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'active@example.com',
    status: 'confirmed',
    is_enabled: true,
    is_active: true,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  await users.disable({ id });
  expect(await find('active@')).toMatchObject({ is_enabled: false, is_active: false });
  await users.invite(person('waiting'));
  expect(await find('waiting@')).toMatchObject({ status: 'invited', is_active: false });
  await users.changeRole({ id, role: 'admin', scopes });
  const admin = await find('active@');
  expect(admin).toMatchObject({ scopes });
  expect(admin).not.toHaveProperty('is_active');
});

test('a search uses one of three fields', async () => {
  const search = async (query: string) => await service.owner.send('GET', `/users/search/${query}`);
  expect(await search('?field=first_name&text=olga')).toMatchObject({ status: 200 });
  for (const query of ['?field=role&text=a', '?text=a', '?field=email']) {
    expect(await search(query)).toMatchObject({ status: 400 });
  }
});

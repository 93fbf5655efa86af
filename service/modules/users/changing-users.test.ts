import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(async () => {
  await service.stop();
});

const scopes = [{ resource: 'codex', permission: 'read' } as const];
const post = async (path: string, json?: object) =>
  await service.owner.send('POST', path, json && { json });
const updatedAt = async (id: string) => {
  const { email } = await service.owner.api.users.get({ id });
  const [user] = await service.owner.api.users.search({ field: 'email', text: email });
  return user?.updated_at ?? '';
};

test('a disabled user is refused at once, and served again when enabled', async () => {
  const { users } = service.owner.api;
  const id = await service.addUser('user');
  const client = await service.clientOf(id);
  const before = await updatedAt(id);
  expect(await users.disable({ id })).toMatchObject({ id, is_enabled: false });
  expect(await client.send('GET', '/threats')).toMatchObject({
    status: 403,
    body: { code: 'account_disabled' },
  });
  const disabled = await updatedAt(id);
  expect(disabled > before).toBe(true);
  expect(await users.disable({ id })).toMatchObject({ id, is_enabled: false });
  expect(await updatedAt(id)).toBe(disabled);
  expect(await users.enable({ id })).toEqual({
    id,
    role: 'user',
    first_name: 'Uma',
    last_name: 'User',
    email: `${id}@example.org`,
    status: 'confirmed',
    is_enabled: true,
  });
  expect(await client.send('GET', '/threats')).toMatchObject({ status: 200 });
});

test('updated_at increases with each change, even if the clock stands still', async () => {
  const id = await service.addUser('user');
  service.setClock(new Date());
  const { users } = service.owner.api;
  const changes = [
    async () => await users.disable({ id }),
    async () => await users.enable({ id }),
    async () => await users.changeRole({ id, role: 'admin', scopes }),
  ];
  const seen = [await updatedAt(id)];
  for (const change of changes) {
    await change();
    seen.push(await updatedAt(id));
  }
  expect(seen).toEqual([...new Set(seen)].toSorted());
});

test('several users are disabled and enabled in the order of the request, or none', async () => {
  const { users } = service.owner.api;
  const one = await service.addUser('user');
  const two = await service.addUser('admin', ['codex:read']);
  const ids = [two, one, two];
  const states = (enabled: boolean) => ids.map((id) => ({ id, is_enabled: enabled }));
  expect(await users.bulkDisable({ ids })).toMatchObject(states(false));
  expect(await users.bulkEnable({ ids })).toMatchObject(states(true));
  for (const path of ['/users/bulk-disable', '/users/bulk-enable']) {
    expect(await post(path, { ids: [one, 'nobody'] })).toMatchObject({
      status: 404,
      body: { detail: 'user nobody not found' },
    });
    expect(await post(path, { ids: [] })).toMatchObject({ status: 400 });
  }
  expect(await users.bulkEnable({ ids: [one] })).toMatchObject([{ is_enabled: true }]);
  expect(await post('/users/disable/nobody')).toMatchObject({ status: 404 });
});

test('the owner cannot be disabled, demoted, or deleted, and nobody can become owner', async () => {
  const id = await service.addUser('user');
  const owner = service.ownerId;
  const conflict = { status: 409, body: { code: 'conflict' } };
  expect(await post(`/users/disable/${owner}`)).toMatchObject(conflict);
  expect(await post('/users/bulk-disable', { ids: [id, owner] })).toMatchObject(conflict);
  expect(await post('/users/change-role', { id: owner, role: 'user' })).toMatchObject(conflict);
  const payload = [
    { id, role: 'super_admin' },
    { id: owner, role: 'user' },
  ];
  expect(await post('/users/bulk-change-role', { payload })).toMatchObject(conflict);
  expect(await service.owner.send('DELETE', `/users/${owner}/${id}`)).toMatchObject(conflict);
  expect(await post('/users/change-role', { id, role: 'owner' })).toMatchObject({ status: 400 });
  const { users } = service.owner.api;
  expect(await users.get({ id })).toMatchObject({ role: 'user' });
  expect(await users.enable({ id: owner })).toMatchObject({ role: 'owner', is_enabled: true });
});

test('a changed role applies at once, to existing tokens too', async () => {
  const { users } = service.owner.api;
  const id = await service.addUser('user');
  const client = await service.clientOf(id);
  expect(await client.send('GET', '/users')).toMatchObject({ status: 403 });
  expect(await users.changeRole({ id, role: 'super_admin' })).toEqual({
    id,
    email: `${id}@example.org`,
    first_name: 'Uma',
    last_name: 'User',
    role: 'super_admin',
  });
  expect(await client.send('GET', '/users')).toMatchObject({ status: 200 });
  await users.changeRole({ id, role: 'admin', scopes });
  expect(await client.send('GET', '/users')).toMatchObject({ status: 403 });
  expect(await client.send('GET', '/codex/threats')).toMatchObject({ status: 200 });
});

test('an admin needs scopes, and loses them with the role', async () => {
  const { users } = service.owner.api;
  const id = await service.addUser('user');
  const needed = { status: 400, body: { issues: [{ path: 'scopes' }] } };
  expect(await post('/users/change-role', { id, role: 'admin' })).toMatchObject(needed);
  await users.changeRole({ id, role: 'admin', scopes });
  expect(await users.get({ id })).toMatchObject({ scopes });
  await users.changeRole({ id, role: 'user', scopes });
  const stored = service.database.selectFrom('users').where('id', '=', id).select('scopes');
  expect(await stored.executeTakeFirst()).toEqual({ scopes: '[]' });
});

test('several roles are changed in the order of the request, or none', async () => {
  const { users } = service.owner.api;
  const one = await service.addUser('user');
  const two = await service.addUser('user');
  const three = await service.addUser('user');
  const payload = [
    { id: three, role: 'admin', scopes },
    { id: one, role: 'user' },
    { id: two, role: 'admin', scopes },
    { id: one, role: 'super_admin' },
  ] as const;
  expect(await users.bulkChangeRole({ payload: [...payload] })).toMatchObject([
    { id: three, role: 'admin' },
    { id: one, role: 'super_admin' },
    { id: two, role: 'admin' },
    { id: one, role: 'super_admin' },
  ]);
  expect(await users.get({ id: two })).toMatchObject({ scopes });
  const unknown = [
    { id: one, role: 'user' },
    { id: 'nobody', role: 'user' },
  ];
  expect(await post('/users/bulk-change-role', { payload: unknown })).toMatchObject({
    status: 404,
    body: { detail: 'user nobody not found' },
  });
  expect(await users.get({ id: one })).toMatchObject({ role: 'super_admin' });
});

test('an imported user has an account at once, without an invitation', async () => {
  const { users } = service.owner.api;
  const ada = { email: 'ada@example.com', firstName: 'Ada', lastName: '' };
  const grace = { ...ada, email: 'grace@example.com', role: 'super_admin' } as const;
  const imported = await users.bulkImport({ payload: [ada, grace] });
  expect(imported).toEqual([
    { id: expect.any(String), email: 'ada@example.com' },
    { id: expect.any(String), email: 'grace@example.com' },
  ]);
  const { items } = await users.list({});
  expect(items.slice(-2)).toMatchObject([
    { role: 'user', status: 'confirmed', is_enabled: true },
    { role: 'super_admin', status: 'confirmed' },
  ]);
  expect(await service.database.selectFrom('invitations').selectAll().execute()).toEqual([]);
  const admin = { payload: [{ ...ada, email: 'admin@example.com', role: 'admin', scopes }] };
  expect(await post('/users/bulk-import', admin)).toMatchObject({ status: 400 });
});

test('an admin cannot change an admin who has more scopes', async () => {
  const { database, addUser } = service;
  const id = await addUser('admin', ['users-operations:write', 'users:write', 'codex:read']);
  const { api, send } = await service.clientOf(id);
  const more = await addUser('admin', ['codex:read', 'teams:write']);
  const equal = await addUser('admin', ['codex:read']);
  const user = await addUser('user');
  const person = { email: 'more@example.com', firstName: 'More', lastName: '' };
  const teams = [{ resource: 'teams', permission: 'write' } as const];
  await service.owner.api.users.invite({ ...person, role: 'admin', scopes: teams });
  const attempts: [string, object?][] = [
    [`/users/disable/${more}`],
    [`/users/enable/${more}`],
    ['/users/bulk-disable', { ids: [user, more] }],
    ['/users/change-role', { id: more, role: 'user' }],
    ['/users/change-role', { id: more, role: 'admin', scopes }],
    ['/users/bulk-change-role', { payload: [{ id: more, role: 'user' }] }],
    ['/users/re-invite', { email: person.email }],
    ['/users/re-invite', { email: person.email, role: 'user' }],
    ['/users/bulk-re-invite', { emails: [person.email] }],
  ];
  const users = database.selectFrom('users').orderBy('id').selectAll();
  const before = await users.execute();
  const refused = { status: 403, body: { code: 'missing_scope', requiredScope: 'teams:write' } };
  for (const [path, json] of attempts) {
    const answer = await send('POST', path, json && { json });
    expect({ path, ...answer }).toMatchObject({ path, ...refused });
  }
  expect(await send('DELETE', `/users/${more}/${user}`)).toMatchObject(refused);
  expect(await users.execute()).toEqual(before);

  expect(await api.users.disable({ id: equal })).toMatchObject({ is_enabled: false });
  expect(await api.users.changeRole({ id: equal, role: 'user' })).toMatchObject({ role: 'user' });
  expect(await api.users.disable({ id: user })).toMatchObject({ is_enabled: false });
});

test('an admin cannot change super_admins, or grant more than they have', async () => {
  const { database, addUser } = service;
  const id = await addUser('admin', ['users-operations:write', 'users:write', 'codex:read']);
  const { api, send } = await service.clientOf(id);
  const superAdmin = await addUser('super_admin');
  const user = await addUser('user');
  const person = { email: 'new@example.com', firstName: 'New' };
  const invited = await service.owner.api.users.invite({
    ...person,
    lastName: '',
    email: 'super@example.com',
    role: 'super_admin',
  });
  const role = 'super_admin';
  const ofSuperAdmins: [string, object?][] = [
    ['/users/invite', { ...person, lastName: '', role }],
    ['/users/bulk-invite', { payload: [{ ...person, lastName: '', role }] }],
    ['/users/bulk-import', { payload: [{ ...person, lastName: '', role }] }],
    ['/users/re-invite', { email: invited.email }],
    ['/users/bulk-re-invite', { emails: [invited.email] }],
    [`/users/enable/${superAdmin}`],
    [`/users/disable/${superAdmin}`],
    ['/users/bulk-enable', { ids: [user, superAdmin] }],
    ['/users/bulk-disable', { ids: [user, superAdmin] }],
    ['/users/change-role', { id: superAdmin, role: 'user' }],
    ['/users/change-role', { id, role }],
    ['/users/bulk-change-role', { payload: [{ id: user, role }] }],
  ];
  const users = database.selectFrom('users').orderBy('id').selectAll();
  const before = await users.execute();
  for (const [path, json] of ofSuperAdmins) {
    expect({ path, ...(await send('POST', path, json && { json })) }).toMatchObject({
      path,
      status: 403,
      body: { code: 'missing_scope', detail: 'requires the role super_admin or owner' },
    });
  }
  expect(await send('DELETE', `/users/${superAdmin}/${user}`)).toMatchObject({ status: 403 });
  for (const json of [
    { id: user, role: 'admin', scopes: [...scopes, { resource: 'codex', permission: 'write' }] },
    { id, role: 'admin', scopes: [{ resource: 'codex', permission: 'write' }] },
  ]) {
    expect(await send('POST', '/users/change-role', { json })).toMatchObject({
      status: 403,
      body: { code: 'missing_scope', requiredScope: 'codex:write' },
    });
  }
  expect(await users.execute()).toEqual(before);
  expect(await api.users.changeRole({ id: user, role: 'admin', scopes })).toMatchObject({
    role: 'admin',
  });
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(async () => {
  await service.stop();
});

const ada = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' };
const scopes = [{ resource: 'codex', permission: 'read' } as const];
const admin = { ...ada, role: 'admin', scopes } as const;

const post = async (path: string, json: object) => await service.owner.send('POST', path, { json });
const accept = async (token: string) => await post('/users/accept-invitation', { token });

/** Returns the pending token that the command line would show. */
const tokenOf = async (id: string): Promise<string> => {
  const invitation = await service.database
    .selectFrom('invitations')
    .where('user_id', '=', id)
    .select('token')
    .executeTakeFirstOrThrow();
  return String(invitation.token);
};

test('an invited user is enabled and has not accepted yet', async () => {
  const invited = await service.owner.api.users.invite({ ...ada, email: ' Ada@Example.com ' });
  expect(invited).toEqual({
    id: expect.any(String),
    email: 'Ada@Example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    role: 'user',
    is_enabled: true,
    status: 'invited',
    created_at: expect.any(String),
  });
});

test('only admins have scopes, without duplicates, and they need at least one', async () => {
  const { users } = service.owner.api;
  const { id } = await users.invite({ ...admin, scopes: [...scopes, ...scopes] });
  expect(await users.get({ id })).toMatchObject({ scopes });
  const other = await users.invite({ ...ada, email: 'other@example.com', role: 'user', scopes });
  await users.changeRole({ id: other.id, role: 'super_admin' });
  expect(await users.get({ id: other.id })).not.toHaveProperty('scopes');
  for (const wrong of [
    { ...admin, scopes: [] },
    { ...ada, role: 'admin' },
  ]) {
    expect(await post('/users/invite', { ...wrong, email: 'wrong@example.com' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'scopes', message: 'an admin needs scopes' }] },
    });
  }
});

test('an email address is unique, ignoring case, and otherwise the whole body is refused', async () => {
  const { users } = service.owner.api;
  await users.invite(ada);
  const before = await users.list({});
  expect(await post('/users/invite', { ...ada, email: 'ADA@example.com' })).toMatchObject({
    status: 409,
    body: { code: 'conflict', detail: 'a user with the email ada@example.com already exists' },
  });
  const grace = { ...ada, email: 'grace@example.com' };
  for (const path of ['/users/bulk-invite', '/users/bulk-import']) {
    expect(await post(path, { payload: [grace, ada] })).toMatchObject({
      status: 409,
      body: { detail: 'a user with the email ada@example.com already exists' },
    });
    const twice = { payload: [grace, { ...grace, email: 'GRACE@example.com' }] };
    expect(await post(path, twice)).toMatchObject({
      status: 409,
      body: { detail: 'GRACE@example.com is listed twice' },
    });
  }
  expect(await users.list({})).toEqual(before);
});

test('five hundred users are invited at once, in the order of the request', async () => {
  const payload = Array.from({ length: 500 }, (_, index) => ({
    ...ada,
    email: `user-${index}@example.com`,
  }));
  const invited = await service.owner.api.users.bulkInvite({ payload });
  expect(invited.map(({ email }) => email)).toEqual(payload.map(({ email }) => email));
  const tokens = await service.database.selectFrom('invitations').select('token').execute();
  expect(new Set(tokens.map(({ token }) => token)).size).toBe(500);
  const [last] = (await service.owner.api.users.list({ limit: 1, page: 501 })).items;
  expect(last?.email).toBe('user-499@example.com');
});

test('an invitation is accepted once, without a bearer token', async () => {
  const { users } = service.owner.api;
  const invited = await users.invite(admin);
  const token = await tokenOf(invited.id);
  const response = await fetch(`${service.url}/users/accept-invitation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ ...invited, status: 'confirmed' });
  expect(await users.get({ id: invited.id })).toMatchObject({ status: 'confirmed', scopes });
  expect(await accept(token)).toMatchObject({ status: 404 });
  expect(await service.clientOf(invited.id)).toHaveProperty('token');
});

test('an unknown token is 404', async () => {
  await service.owner.api.users.invite(ada);
  expect(await accept('guess')).toMatchObject({
    status: 404,
    body: { detail: 'invitation not found' },
  });
  expect(await accept('')).toMatchObject({ status: 400 });
});

test('an invitation is valid for seven days', async () => {
  service.setClock(new Date('2026-01-01T12:00:00.000Z'));
  const owner = await service.clientOf(service.ownerId);
  const { id } = await owner.api.users.invite(ada);
  const other = await owner.api.users.invite({ ...ada, email: 'other@example.com' });
  service.setClock(new Date('2026-01-08T11:59:59.999Z'));
  expect(await accept(await tokenOf(other.id))).toMatchObject({ status: 200 });
  service.setClock(new Date('2026-01-08T12:00:00.000Z'));
  const token = await tokenOf(id);
  expect(await accept(token)).toMatchObject({ status: 409, body: { code: 'conflict' } });

  const later = await service.clientOf(service.ownerId);
  await later.api.users.reinvite(ada);
  service.setClock(new Date('2026-01-15T11:59:59.999Z'));
  expect(await accept(token)).toMatchObject({ status: 404 });
  expect(await accept(await tokenOf(id))).toMatchObject({ status: 200 });
});

test('a disabled user cannot accept until they are enabled again', async () => {
  const { users } = service.owner.api;
  const { id } = await users.invite(ada);
  await users.disable({ id });
  const token = await tokenOf(id);
  expect(await accept(token)).toMatchObject({
    status: 409,
    body: { detail: 'the account is disabled' },
  });
  await users.enable({ id });
  expect(await accept(token)).toMatchObject({ status: 200 });
});

test('a repeated invitation has the changes of the body, and the previous one is invalid', async () => {
  const { users } = service.owner.api;
  const first = await users.invite(ada);
  const token = await tokenOf(first.id);
  const again = await users.reinvite({ email: 'ADA@example.com', firstName: 'Augusta' });
  expect(again).toEqual({ ...first, first_name: 'Augusta' });
  expect(await accept(token)).toMatchObject({ status: 404 });

  expect(await users.reinvite({ ...ada, role: 'super_admin' })).toEqual({
    ...first,
    role: 'super_admin',
  });
  expect(await accept(await tokenOf(first.id))).toMatchObject({ status: 200 });
});

test('an admin who is invited again has the given scopes, or the previous ones', async () => {
  const { users } = service.owner.api;
  const { id } = await users.invite(ada);
  const reinvite = async (more: object) =>
    await post('/users/re-invite', { email: ada.email, ...more });
  const needed = { status: 400, body: { issues: [{ path: 'scopes' }] } };

  expect(await reinvite({ role: 'admin' })).toMatchObject(needed);
  expect(await reinvite({ role: 'admin', scopes })).toMatchObject({ status: 200 });
  expect(await reinvite({ role: 'admin' })).toMatchObject({ status: 200 });
  expect(await users.get({ id })).toMatchObject({ scopes });
  const others = [{ resource: 'teams', permission: 'write' }];
  expect(await reinvite({ scopes: others })).toMatchObject({ status: 200 });
  expect(await users.get({ id })).toMatchObject({ role: 'admin', scopes: others });
  expect(await reinvite({ scopes: [] })).toMatchObject(needed);
  expect(await reinvite({ role: 'user', scopes })).toMatchObject({ status: 200 });
  expect(await reinvite({ role: 'admin' })).toMatchObject(needed);
});

test('a user who has accepted, or was never invited, cannot be invited again', async () => {
  const { users } = service.owner.api;
  const { id } = await users.invite(ada);
  const waiting = await users.invite({ ...ada, email: 'waiting@example.com' });
  const token = await tokenOf(waiting.id);
  await accept(await tokenOf(id));
  const accepted = { status: 409, body: { detail: 'ada@example.com has already accepted' } };
  expect(await post('/users/re-invite', ada)).toMatchObject(accepted);
  const emails = ['waiting@example.com', 'ada@example.com'];
  expect(await post('/users/bulk-re-invite', { emails })).toMatchObject(accepted);
  const unknown = { status: 404, body: { detail: 'user nobody@example.com not found' } };
  const nobody = 'nobody@example.com';
  expect(await post('/users/re-invite', { ...ada, email: nobody })).toMatchObject(unknown);
  const bulk = { emails: ['waiting@example.com', nobody] };
  expect(await post('/users/bulk-re-invite', bulk)).toMatchObject(unknown);
  expect(await tokenOf(waiting.id)).toBe(token);
});

test('several users are invited again in the order of the request, each once', async () => {
  const { users } = service.owner.api;
  const [one, two] = await users.bulkInvite({
    payload: [ada, { ...ada, email: 'two@example.com' }],
  });
  const emails = ['two@example.com', 'ada@example.com', 'TWO@example.com'];
  expect(await users.bulkReinvite({ emails })).toEqual([two, one, two]);
});

test('of concurrent invitations or acceptances for one person, only one succeeds', async () => {
  const invite = async () => (await post('/users/invite', ada)).status;
  const invited = await Promise.all([invite(), invite(), invite()]);
  expect(invited.toSorted((one, other) => one - other)).toEqual([201, 409, 409]);
  const { items } = await service.owner.api.users.list({});
  const token = await tokenOf(items[1]?.id ?? '');
  const accepted = await Promise.all([accept(token), accept(token)]);
  expect(accepted.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(accepted.filter(({ status }) => status === 404)).toHaveLength(1);
});

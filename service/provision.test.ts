import { afterEach, beforeEach, expect, test } from 'vitest';
import { createUser, ensureOwner, issueApiToken } from './provision.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(async () => {
  await service.stop();
});

test('an account has one owner, whoever creates it', async () => {
  const person = { email: 'second@example.org', firstName: 'Sec', lastName: 'Ond' };
  const owner = await ensureOwner(service.database, person);
  expect(owner).toEqual({ id: service.ownerId, email: 'owner@example.org' });
});

test('a created user can have tokens at once, and scopes as an admin', async () => {
  const ada = { email: 'Ada@example.org', firstName: 'Ada', lastName: 'Lovelace' };
  const scopes = ['codex:read'];
  const admin = await createUser(service.database, { ...ada, role: 'admin', scopes });
  expect(admin).toEqual({ id: expect.any(String), email: 'Ada@example.org' });
  expect(await service.owner.api.users.get({ id: admin.id })).toMatchObject({
    role: 'admin',
    status: 'confirmed',
    is_enabled: true,
    scopes: [{ resource: 'codex', permission: 'read' }],
  });
  expect(await service.clientOf(admin.id)).toHaveProperty('token');
});

test('a user with an existing email address and a second owner are refused', async () => {
  const person = { firstName: 'Sec', lastName: 'Ond', scopes: [] };
  const taken = { ...person, email: 'OWNER@example.org', role: 'user' } as const;
  await expect(createUser(service.database, taken)).rejects.toThrow(
    'a user with the email owner@example.org already exists',
  );
  const owner = { ...person, email: 'second@example.org', role: 'owner' } as const;
  await expect(createUser(service.database, owner)).rejects.toThrow(
    'the account already has an owner: owner@example.org',
  );
  expect((await service.owner.api.users.list({})).count).toBe(1);
});

test('a new token replaces the one with the same name, and only that', async () => {
  const request = { userId: service.ownerId, name: 'app', scopes: ['*:read'], replaceNamed: true };
  const login = async (json: object) =>
    (await service.owner.send('POST', '/auth', { json })).status;
  const first = await issueApiToken(service.database, request);
  const other = await issueApiToken(service.database, { ...request, name: 'other' });
  expect(await login(first)).toBe(200);
  const second = await issueApiToken(service.database, request);
  expect(await login(first)).toBe(401);
  expect(await login(second)).toBe(200);
  expect(await login(other)).toBe(200);
});

test('scopes and address ranges of a token must be valid', async () => {
  const request = { userId: service.ownerId, name: 'app', scopes: ['*:read'] };
  const issue = async (wrong: object) =>
    await issueApiToken(service.database, { ...request, ...wrong });
  await expect(issue({ scopes: ['*'] })).rejects.toThrow('invalid_format');
  await expect(issue({ scopes: ['threats:all'] })).rejects.toThrow('invalid_format');
  await expect(issue({ allowIps: ['here'] })).rejects.toThrow('not an address range: "here"');
});

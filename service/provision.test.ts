import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureOwner, issueApiToken } from './provision.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(async () => {
  await service.stop();
});

test('an account has one owner, whoever asks for it', async () => {
  const person = { email: 'second@example.org', firstName: 'Sec', lastName: 'Ond' };
  const owner = await ensureOwner(service.database, person);
  expect(owner).toEqual({ id: service.ownerId, email: 'owner@example.org' });
});

test('a fresh token of the same name ends the one before, and only that', async () => {
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

test('a token has scopes and address ranges that are some', async () => {
  const request = { userId: service.ownerId, name: 'app', scopes: ['*:read'] };
  const issue = async (wrong: object) =>
    await issueApiToken(service.database, { ...request, ...wrong });
  await expect(issue({ scopes: ['*'] })).rejects.toThrow('invalid_format');
  await expect(issue({ scopes: ['threats:all'] })).rejects.toThrow('invalid_format');
  await expect(issue({ allowIps: ['here'] })).rejects.toThrow('not an address range: "here"');
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { accessToken, type Credentials } from '#shared/api/auth.ts';
import {
  createUserWords,
  startCommandLine,
  type TestCommandLine,
} from './testing/test-command-line.ts';

let cli: TestCommandLine;
beforeEach(async () => {
  cli = await startCommandLine();
  await cli.run(...createUserWords('ann@example.org', '--role', 'owner'));
});
afterEach(async () => {
  await cli.stop();
});

const create = async (...more: string[]) =>
  (await cli.json('token', 'create', '--user', 'Ann@Example.org', ...more)) as Credentials;

const login = async (credentials: Credentials, address = '127.0.0.1') => {
  const request = new Request('http://service/api/v1/auth', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const response = await cli.service.fetch(request, { address });
  return { status: response.status, body: await response.json() };
};

test('a token of the command line can sign in and has its scopes', async () => {
  const credentials = await create('--scope', 'collections:read');
  expect(Object.keys(credentials)).toEqual(['clientId', 'secret']);
  const { status, body } = await login(credentials);
  expect(status).toBe(200);
  const call = async (method: string, path: string) => {
    const headers = { authorization: `Bearer ${accessToken.parse(body).access_token}` };
    const request = new Request(`http://service/api/v1${path}`, { method, headers });
    return (await cli.service.fetch(request)).status;
  };
  expect(await call('GET', '/collections')).toBe(200);
  expect(await call('POST', '/collections')).toBe(403);

  await cli.run('token', 'revoke', '--client', credentials.clientId);
  expect(await call('GET', '/collections')).toBe(401);
  expect((await login(credentials)).status).toBe(401);
});

test('a token with an address list is rejected from other addresses', async () => {
  const words = ['--scope', '*:read', '--allow-ip', '10.0.0.0/8', '--allow-ip', '192.0.2.1'];
  const credentials = await create(...words);
  expect((await login(credentials, '10.1.2.3')).status).toBe(200);
  expect((await login(credentials, '192.0.2.1')).status).toBe(200);
  expect((await login(credentials, '192.0.2.2')).status).toBe(403);
});

test('the secret is shown once, and the list does not contain it', async () => {
  const words = ['--scope', '*:read', '--scope', 'threats:write', '--name', 'build'];
  const { out } = await cli.run('token', 'create', '--user', 'ann@example.org', ...words);
  const [, clientId = '', secret = ''] = /client ID +(\S+)\nsecret +(\S+)\n/.exec(out) ?? [];
  expect((await login({ clientId, secret })).status).toBe(200);
  const listed = await cli.run('token', 'list');
  expect(listed.out).toContain(clientId);
  expect(listed.out).not.toContain(secret);
  expect(await cli.json('token', 'list', '--user', 'ann@example.org')).toEqual([
    {
      clientId,
      name: 'build',
      user: 'ann@example.org',
      scopes: ['*:read', 'threats:write'],
      allowIps: [],
      createdAt: expect.any(String),
    },
  ]);
});

test('the list can be limited to one user', async () => {
  await cli.run(...createUserWords('bob@example.org'));
  await create('--scope', '*:read');
  expect(await cli.json('token', 'list', '--user', 'bob@example.org')).toEqual([]);
  expect(await cli.json('token', 'list')).toHaveLength(1);
});

test.each([
  ['is disabled', { is_enabled: 0 }],
  ['has not accepted the invitation yet', { status: 'invited' }],
  ['user ann@example.org not found', { deleted_at: '2026-01-01T00:00:00.000Z' }],
] as const)('a user who is not active gets no token: %s', async (reason, state) => {
  await cli.database.updateTable('users').set(state).execute();
  const words = ['token', 'create', '--user', 'ann@example.org', '--scope', '*:read'];
  expect(await cli.run(...words)).toEqual({
    code: 1,
    out: '',
    err: expect.stringContaining(reason),
  });
});

test('revoking a token that does not exist is reported', async () => {
  expect(await cli.run('token', 'revoke', '--client', 'client_x')).toEqual({
    code: 1,
    out: '',
    err: 'token client_x not found',
  });
});

test.each([
  ['--scope', 'threat:read', 'unknown scope "threat:read": the resources are users,'],
  ['--scope', 'threats', 'unknown scope "threats": the permissions are read, write'],
  ['--scope', 'threats:read:all', 'unknown scope "threats:read:all"'],
  ['--scope', 'roles:write', 'unknown scope "roles:write": this resource can only be read'],
  ['--allow-ip', '10.0.0.0/33', '"10.0.0.0/33" is not an IP address or range'],
])('%s %s is rejected with a reason', async (option, value, message) => {
  const words = ['token', 'create', '--user', 'ann@example.org', '--scope', '*:read'];
  const { code, err } = await cli.run(...words, option, value);
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(err).toContain('token create --help');
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createUserWords,
  startCommandLine,
  type TestCommandLine,
} from './testing/test-command-line.ts';

let cli: TestCommandLine;
beforeEach(async () => {
  cli = await startCommandLine();
});
afterEach(async () => {
  await cli.stop();
});

test('a created user is listed with role and scopes', async () => {
  await cli.run(...createUserWords('ann@example.org', '--role', 'owner'));
  const scopes = ['--scope', 'users:read', '--scope', 'codex:write'];
  const { id } = (await cli.json(
    ...createUserWords('Bob@example.org', '--role', 'admin', ...scopes),
  )) as { id: string };
  expect(await cli.json('user', 'list')).toEqual([
    expect.objectContaining({ email: 'ann@example.org', role: 'owner', scopes: [] }),
    {
      id,
      email: 'Bob@example.org',
      firstName: 'Ann',
      lastName: 'Lee',
      role: 'admin',
      status: 'confirmed',
      isEnabled: true,
      scopes: ['users:read', 'codex:write'],
    },
  ]);
  const { out } = await cli.run('user', 'list');
  expect(out.split('\n')[2]).toMatch(
    /^Bob@example.org +Ann Lee +admin +confirmed +users:read codex/,
  );
});

test('an email address is unique, ignoring case', async () => {
  await cli.run(...createUserWords('ann@example.org'));
  const { code, err } = await cli.run(...createUserWords('ANN@example.org'));
  expect(code).toBe(1);
  expect(err).toMatch(/ANN@example\.org/i);
});

test.each([
  [['--role', 'boss'], '--role: unknown role "boss"'],
  [['--role', 'admin'], '--scope: an admin needs scopes'],
  [['--scope', 'users:read'], '--scope: only admins can have scopes'],
  [['--role', 'admin', '--scope', 'user:read'], 'unknown scope "user:read"'],
  [['--email', 'nobody'], '--email: '],
])('user create rejects %j', async (words, message) => {
  const { code, err } = await cli.run(...createUserWords('ann@example.org'), ...words);
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(await cli.json('user', 'list')).toEqual([]);
});

test('teams are created, and users are added', async () => {
  for (const name of ['ann', 'bob']) await cli.run(...createUserWords(`${name}@example.org`));
  const blue = ['team', 'create', '--title', 'Blue', '--user', 'ann@example.org'];
  const { id } = (await cli.json(...blue)) as { id: string };
  const add = async (team: string, user: string) =>
    (await cli.run('team', 'add', '--team', team, '--user', user)).out;
  expect(await add('Blue', 'BOB@example.org')).toBe(`Blue (${id}) has 2 users`);
  expect(await add(id, 'ann@example.org')).toBe(`Blue (${id}) has 2 users`);
  expect(await cli.json('team', 'list')).toEqual([
    { id, title: 'Blue', users: ['ann@example.org', 'bob@example.org'] },
  ]);
});

test('team add reports an unknown team, an ambiguous title, and an unknown user', async () => {
  await cli.run(...createUserWords('ann@example.org'));
  const add = async (user: string) =>
    (await cli.run('team', 'add', '--team', 'Blue', '--user', user)).err;
  expect(await add('ann@example.org')).toBe('team Blue not found');
  await cli.run('team', 'create', '--title', 'Blue');
  expect(await add('eve@example.org')).toBe('user eve@example.org not found');
  await cli.run('team', 'create', '--title', 'Blue');
  expect(await add('ann@example.org')).toMatch(
    /^several teams are named Blue; use an id instead: /,
  );
});

test('invitations that were not mailed are listed with their tokens', async () => {
  const { id } = (await cli.json(...createUserWords('ann@example.org'))) as { id: string };
  const invite = async (token: string | null) => {
    const now = new Date().toISOString();
    await cli.database.deleteFrom('invitations').execute();
    await cli.database.updateTable('users').set({ status: 'invited' }).execute();
    await cli.database
      .insertInto('invitations')
      .values({ user_id: id, created_at: now, expires_at: now, token_hash: 'hash', token })
      .execute();
    return now;
  };
  const expiresAt = await invite('to-be-shown');
  expect(await cli.json('invitation', 'list')).toEqual([
    { email: 'ann@example.org', token: 'to-be-shown', expiresAt },
  ]);
  await invite(null);
  expect((await cli.run('invitation', 'list')).out).toBe('No unsent invitations.');
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
});

/** The specification's table of resources, and whether each is read-only. */
const specified: [key: string, readOnly: boolean][] = [
  ['users', false],
  ['users-operations', false],
  ['teams', false],
  ['roles', true],
  ['codex', false],
  ['dashboard', true],
  ['reports', true],
  ['report-export', true],
  ['audit-logs', true],
  ['audit-log-export', true],
  ['categories', false],
  ['app-integrations', true],
  ['workflows', false],
  ['api-tokens', false],
];

/** The specification's presets, in its notation. */
const presetScopes = {
  'full-access':
    'users r/w, users-operations r/w, teams r/w, roles r, codex r/w, dashboard r, reports r, report-export r, audit-logs r, audit-log-export r, categories r/w, app-integrations r, workflows r/w, api-tokens r/w',
  'users-management': 'users r/w, users-operations r/w, teams r/w, roles r',
  codex: 'codex r/w',
  analytics: 'dashboard r, reports r, report-export r',
  'audit-logs': 'audit-logs r, audit-log-export r',
  'admin-settings': 'categories r/w, app-integrations r, workflows r/w',
};

const scopesIn = (text: string) =>
  text.split(', ').flatMap((item) => {
    const [resource, permissions] = item.split(' ');
    const read = { resource, permission: 'read' };
    return permissions === 'r/w' ? [read, { resource, permission: 'write' }] : [read];
  });

const expectWords = (entries: { name: string; description: string }[]) => {
  for (const { name, description } of entries) {
    expect(name).not.toBe('');
    expect(description).toMatch(/^[A-Z].*\.$/);
  }
};

test('the resources are those of the specification, none of them write-only', async () => {
  const { resources } = await service.owner.api.adminScopes.resources({});
  expect(resources.map(({ key, readOnly }) => [key, readOnly])).toEqual(specified);
  expect(resources.filter(({ writeOnly }) => writeOnly)).toEqual([]);
  expectWords(resources);
});

test('the permissions are read and write', async () => {
  const { permissions } = await service.owner.api.adminScopes.permissions({});
  expect(permissions.map(({ key }) => key)).toEqual(['read', 'write']);
  expectWords(permissions);
});

test('the presets have the scopes of the specification, in its order', async () => {
  const { presets } = await service.owner.api.adminScopes.presets({});
  expect(presets.map(({ key, scopes }) => [key, scopes])).toEqual(
    Object.entries(presetScopes).map(([key, text]) => [key, scopesIn(text)]),
  );
  expectWords(presets);
});

test('an admin can have the scopes of every preset', async () => {
  const { api, send } = service.owner;
  const { presets } = await api.adminScopes.presets({});
  for (const { key, scopes } of presets) {
    const id = await service.addUser('user');
    const json = { id, role: 'admin', scopes };
    expect({ key, answer: await send('POST', '/users/change-role', { json }) }).toMatchObject({
      answer: { status: 200 },
    });
    expect({ key, user: await api.users.get({ id }) }).toMatchObject({ user: { scopes } });
  }
});

describe('an account of the standard tier', () => {
  let standard: TestService;
  beforeAll(async () => {
    standard = await startTestService({ tier: 'standard' });
  });
  afterAll(async () => {
    await standard.stop();
  });

  test.each(['resources', 'permissions', 'presets'])(
    'cannot read the catalog of %s',
    async (name) => {
      const path = `/users/admin-scopes/${name}`;
      expect(await standard.owner.send('GET', path)).toMatchObject({
        status: 403,
        body: { code: 'enterprise_required' },
      });
      expect(await standard.owner.send('HEAD', path)).toMatchObject({ status: 403, text: '' });
    },
  );

  test('can read the catalog of roles', async () => {
    expect(await standard.owner.send('GET', '/roles')).toMatchObject({ status: 200 });
  });
});

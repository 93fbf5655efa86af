import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
});

test('the catalog has the four roles, each with a name and a description', async () => {
  const { roles } = await service.owner.api.roles.list({});
  expect(roles.map(({ key }) => key)).toEqual(['user', 'admin', 'super_admin', 'owner']);
  for (const { name, description } of roles) {
    expect(name).not.toBe('');
    expect(description).toMatch(/^[A-Z].*\.$/);
  }
});

test('a user can read the catalog, an admin only with the scope', async () => {
  const user = await service.clientOf(await service.addUser('user'));
  expect(await user.send('GET', '/roles')).toMatchObject({ status: 200 });
  const admin = await service.clientOf(await service.addUser('admin', ['codex:read']));
  expect(await admin.send('GET', '/roles')).toMatchObject({
    status: 403,
    body: { code: 'missing_scope', requiredScope: 'roles:read' },
  });
});

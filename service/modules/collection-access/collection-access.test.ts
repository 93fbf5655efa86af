import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
let ada: string;
let bob: string;
let collectionId: string;
beforeAll(async () => {
  service = await startTestService();
  ada = await withEmail('ada@example.org');
  bob = await withEmail('Bob@example.org');
});
afterAll(async () => {
  await service.stop();
});
beforeEach(async () => {
  ({ id: collectionId } = await service.owner.api.collections.create({ title: 'Shared' }));
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
const person = (id: string, email: string) => ({
  id,
  email,
  first_name: 'Uma',
  last_name: 'User',
});
const refused = (path: string, kind: 'user' | 'team') => ({
  status: 400,
  body: { code: 'validation_failed', issues: [{ path, message: `${kind} not found` }] },
});
const post = async (path: string, json: unknown) =>
  await service.owner.send('POST', `/collections/${path}`, { json });

describe('access of users', () => {
  test('is granted, changed, and revoked, with the resulting list each time', async () => {
    const { collectionAccess: access } = service.owner.api;
    expect(await access.listUsers({ collectionId })).toEqual([]);
    const granted = await access.grantUsers({
      collectionId,
      usersPermissions: [
        { userId: bob, permission: 'read' },
        { userId: ada, permission: 'write' },
      ],
    });
    expect(granted).toEqual([
      { ...person(ada, 'ada@example.org'), permission: 'write' },
      { ...person(bob, 'Bob@example.org'), permission: 'read' },
    ]);
    expect(await access.listUsers({ collectionId })).toEqual(granted);

    const raised = await access.grantUsers({
      collectionId,
      usersPermissions: [{ userId: bob, permission: 'manage' }],
    });
    expect(raised.map(({ permission }) => permission)).toEqual(['write', 'manage']);

    const left = await access.revokeUsers({ collectionId, usersIds: [ada, 'nobody', ada] });
    expect(left.map(({ id }) => id)).toEqual([bob]);
    expect(await access.revokeUsers({ collectionId, usersIds: [ada] })).toEqual(left);
  });

  test('is the last one in the body that names a user repeatedly', async () => {
    const granted = await service.owner.api.collectionAccess.grantUsers({
      collectionId,
      usersPermissions: [
        { userId: ada, permission: 'manage' },
        { userId: ada, permission: 'read' },
      ],
    });
    expect(granted.map(({ id, permission }) => [id, permission])).toEqual([[ada, 'read']]);
  });

  test('is granted to nobody if one of the users does not exist', async () => {
    const json = {
      collectionId,
      usersPermissions: [
        { userId: ada, permission: 'read' },
        { userId: 'nobody', permission: 'read' },
      ],
    };
    const answer = await post('users-access/grant', json);
    expect(answer).toMatchObject(refused('usersPermissions[1].userId', 'user'));
    expect(await service.owner.api.collectionAccess.listUsers({ collectionId })).toEqual([]);
  });

  test('cannot be held by or granted to a deleted user', async () => {
    const { api } = service.owner;
    const deletedId = await service.addUser('user');
    const usersPermissions = [{ userId: deletedId, permission: 'read' } as const];
    await api.collectionAccess.grantUsers({ collectionId, usersPermissions });
    await api.users.delete({ id: deletedId, recipientId: service.ownerId });
    expect(await api.collectionAccess.listUsers({ collectionId })).toEqual([]);
    expect(await post('users-access/grant', { collectionId, usersPermissions })).toMatchObject(
      refused('usersPermissions[0].userId', 'user'),
    );
  });

  test.each([
    ['no permission of this name', { permission: 'admin' }],
    ['no user', { userId: undefined }],
  ])('is not granted with %s', async (_, wrong) => {
    const usersPermissions = [{ userId: ada, permission: 'read', ...wrong }];
    expect(await post('users-access/grant', { collectionId, usersPermissions })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });
});

describe('access of teams', () => {
  test('is granted, changed, and revoked, with the resulting list each time', async () => {
    const { teams, collectionAccess: access } = service.owner.api;
    const { id: zebras } = await teams.create({ title: 'Zebras', usersIds: [bob, ada] });
    const { id: ants } = await teams.create({ title: 'Ants' });
    expect(await access.listTeams({ collectionId })).toEqual([]);
    const granted = await access.grantTeams({
      collectionId,
      teamsPermissions: [
        { teamId: zebras, permission: 'read' },
        { teamId: ants, permission: 'read' },
        { teamId: zebras, permission: 'write' },
      ],
    });
    expect(granted).toEqual([
      { id: ants, title: 'Ants', users: [], permission: 'read' },
      {
        id: zebras,
        title: 'Zebras',
        users: [person(ada, 'ada@example.org'), person(bob, 'Bob@example.org')],
        permission: 'write',
      },
    ]);
    expect(await access.listTeams({ collectionId })).toEqual(granted);
    // Grants to a team are not listed for its users.
    expect(await access.listUsers({ collectionId })).toEqual([]);

    const raised = await access.grantTeams({
      collectionId,
      teamsPermissions: [{ teamId: ants, permission: 'manage' }],
    });
    expect(raised.map(({ permission }) => permission)).toEqual(['manage', 'write']);

    const left = await access.revokeTeams({ collectionId, teamsIds: [ants, 'none', ants] });
    expect(left.map(({ id }) => id)).toEqual([zebras]);
    expect(await access.revokeTeams({ collectionId, teamsIds: [ants] })).toEqual(left);
  });

  test('is granted to none if one of the teams does not exist', async () => {
    const { api } = service.owner;
    const { id: teamId } = await api.teams.create({ title: 'Real' });
    const json = {
      collectionId,
      teamsPermissions: [
        { teamId, permission: 'read' },
        { teamId: 'none', permission: 'read' },
      ],
    };
    expect(await post('teams-access/grant', json)).toMatchObject(
      refused('teamsPermissions[1].teamId', 'team'),
    );
    expect(await api.collectionAccess.listTeams({ collectionId })).toEqual([]);
  });

  test('ends with the team', async () => {
    const { teams, collectionAccess: access } = service.owner.api;
    const { id: teamId } = await teams.create({ title: 'Short' });
    await access.grantTeams({ collectionId, teamsPermissions: [{ teamId, permission: 'read' }] });
    await teams.delete({ id: teamId });
    expect(await access.listTeams({ collectionId })).toEqual([]);
  });
});

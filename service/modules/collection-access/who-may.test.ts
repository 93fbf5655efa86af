import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CollectionPermission } from '#shared/api/enumerations.ts';
import { plantTree, type SampleTree } from '../../testing/sample-tree.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
let userId: string;
let user: TestClient;
let tree: SampleTree;
let collectionId: string;
beforeAll(async () => {
  service = await startTestService();
  userId = await service.addUser('user');
  user = await service.clientOf(userId);
});
afterAll(async () => {
  await service.stop();
});
beforeEach(async () => {
  tree = await plantTree(service.owner);
  ({ collectionId } = tree);
});

/** Creates a team with the user, and grants the team this permission on the collection. */
const teamWith = async (permission: CollectionPermission): Promise<string> => {
  const { teams, collectionAccess } = service.owner.api;
  const { id: teamId } = await teams.create({ title: permission, usersIds: [userId] });
  await collectionAccess.grantTeams({ collectionId, teamsPermissions: [{ teamId, permission }] });
  return teamId;
};

/** Returns the statuses of three requests: reading, changing contents, and changing the collection. */
const mayDo = async () => {
  const read = await user.send('GET', `/threats/${tree.threatId}`);
  const json = { title: 'Changed' };
  const write = await user.send('PATCH', `/threats/${tree.threatId}`, { json });
  const manage = await user.send('PATCH', `/collections/${collectionId}`, { json });
  return [read.status, write.status, manage.status];
};
const nothing = [404, 404, 404];
const reading = [200, 403, 403];
const writing = [200, 200, 403];
const managing = [200, 200, 200];

describe('a user in a team', () => {
  test.each([
    ['read', reading],
    ['write', writing],
    ['manage', managing],
  ] as const)('can do what the %s permission of the team allows', async (permission, statuses) => {
    expect(await mayDo()).toEqual(nothing);
    await teamWith(permission);
    expect(await mayDo()).toEqual(statuses);
    const { items } = await user.api.collections.list({ limit: 200 });
    expect(items.some(({ id }) => id === collectionId)).toBe(true);
  });

  test('has the highest permission granted to them and their teams', async () => {
    await teamWith('read');
    await service.grant(userId, collectionId, 'write');
    expect(await mayDo()).toEqual(writing);
    const managers = await teamWith('manage');
    expect(await mayDo()).toEqual(managing);
    await service.owner.api.teams.delete({ id: managers });
    expect(await mayDo()).toEqual(writing);
    await service.owner.api.collectionAccess.revokeUsers({ collectionId, usersIds: [userId] });
    expect(await mayDo()).toEqual(reading);
  });

  test('loses the permission of the team at once when they leave', async () => {
    const id = await teamWith('manage');
    expect(await mayDo()).toEqual(managing);
    await service.owner.api.teams.update({ id, usersIds: [] });
    expect(await mayDo()).toEqual(nothing);
    await service.owner.api.teams.update({ id, usersIds: [userId] });
    expect(await mayDo()).toEqual(managing);
  });

  test('loses the permission at once when it is revoked', async () => {
    const teamId = await teamWith('write');
    await service.owner.api.collectionAccess.revokeTeams({ collectionId, teamsIds: [teamId] });
    expect(await mayDo()).toEqual(nothing);
    const { items } = await user.api.collections.list({ limit: 200 });
    expect(items.some(({ id }) => id === collectionId)).toBe(false);
  });
});

const lists = () => [
  `/collections/users-access/${collectionId}`,
  `/collections/teams-access/${collectionId}`,
];
const changes = () => {
  const permission = 'read';
  const usersGrant = { collectionId, usersPermissions: [{ userId, permission }] };
  const teamsGrant = { collectionId, teamsPermissions: [{ teamId: 'none', permission }] };
  const usersRevocation = { collectionId, usersIds: ['nobody'] };
  const teamsRevocation = { collectionId, teamsIds: ['none'] };
  return [
    { path: 'users-access/grant', json: usersGrant },
    { path: 'users-access/bulk-grant', json: { payload: [usersGrant] } },
    { path: 'users-access/revoke', json: usersRevocation },
    { path: 'users-access/bulk-revoke', json: { payload: [usersRevocation] } },
    { path: 'teams-access/grant', json: teamsGrant },
    { path: 'teams-access/bulk-grant', json: { payload: [teamsGrant] } },
    { path: 'teams-access/revoke', json: teamsRevocation },
    { path: 'teams-access/bulk-revoke', json: { payload: [teamsRevocation] } },
  ];
};
const change = async (client: TestClient, { path, json }: { path: string; json: unknown }) =>
  await client.send('POST', `/collections/${path}`, { json });

describe('the access to a collection', () => {
  test('cannot be seen or changed by anyone who cannot see the collection', async () => {
    const missing = { status: 404, body: { detail: `collection ${collectionId} not found` } };
    for (const path of lists()) expect(await user.send('GET', path)).toMatchObject(missing);
    for (const each of changes()) expect(await change(user, each)).toMatchObject(missing);
  });

  test('can be seen with read permission, and changed only with manage permission', async () => {
    for (const permission of ['read', 'write'] as const) {
      await service.owner.api.collectionAccess.grantUsers({
        collectionId,
        usersPermissions: [{ userId, permission }],
      });
      for (const path of lists())
        expect(await user.send('GET', path)).toMatchObject({ status: 200 });
      for (const each of changes()) {
        expect({ each, answer: await change(user, each) }).toMatchObject({
          answer: { status: 403, body: { code: 'collection_access' } },
        });
      }
    }
  });

  test('can be changed with manage permission, and by the creator of the collection', async () => {
    const other = await service.addUser('user');
    const grant = { usersPermissions: [{ userId: other, permission: 'write' as const }] };
    await teamWith('manage');
    const granted = await user.api.collectionAccess.grantUsers({ collectionId, ...grant });
    expect(granted.map(({ id }) => id)).toEqual([other]);

    const { id: own } = await user.api.collections.create({ title: 'Mine' });
    // The creator has access without a grant, so the list is empty.
    expect(await user.api.collectionAccess.listUsers({ collectionId: own })).toEqual([]);
    const shared = await user.api.collectionAccess.grantUsers({ collectionId: own, ...grant });
    expect(shared.map(({ id }) => id)).toEqual([other]);
  });

  test('of an unknown collection is 404', async () => {
    for (const kind of ['users', 'teams']) {
      const path = `/collections/${kind}-access/none`;
      expect(await service.owner.send('GET', path)).toMatchObject({
        status: 404,
        body: { code: 'not_found', detail: 'collection none not found' },
      });
    }
    collectionId = 'none';
    for (const each of changes()) {
      expect(await change(service.owner, each)).toMatchObject({ status: 404 });
    }
  });
});

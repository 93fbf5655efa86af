import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../../testing/test-client.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
let ada: string;
let bob: string;
let collectionId: string;
beforeAll(async () => {
  service = await startTestService();
  ada = await service.addUser('user');
  bob = await service.addUser('user');
});
afterAll(async () => {
  await service.stop();
});
beforeEach(async () => {
  ({ id: collectionId } = await service.owner.api.collections.create({ title: 'Shared' }));
});

const refused = (path: string, kind: 'user' | 'team') => ({
  status: 400,
  body: { code: 'validation_failed', issues: [{ path, message: `${kind} not found` }] },
});
const post = async (path: string, json: unknown, client: TestClient = service.owner) =>
  await client.send('POST', `/collections/${path}`, { json });

describe('access to several collections', () => {
  let otherId: string;
  let teamId: string;
  beforeEach(async () => {
    const { api } = service.owner;
    ({ id: otherId } = await api.collections.create({ title: 'Other' }));
    ({ id: teamId } = await api.teams.create({ title: 'Team' }));
  });

  test('is granted and revoked in one request, with results in its order', async () => {
    const { collectionAccess: access } = service.owner.api;
    const users = await access.bulkGrantUsers({
      payload: [
        { collectionId: otherId, usersPermissions: [{ userId: ada, permission: 'read' }] },
        { collectionId, usersPermissions: [{ userId: bob, permission: 'write' }] },
      ],
    });
    expect(users).toEqual([
      await access.listUsers({ collectionId: otherId }),
      await access.listUsers({ collectionId }),
    ]);
    expect(users.map((list) => list.map(({ id }) => id))).toEqual([[ada], [bob]]);
    const teams = await access.bulkGrantTeams({
      payload: [
        { collectionId: otherId, teamsPermissions: [{ teamId, permission: 'read' }] },
        { collectionId, teamsPermissions: [{ teamId, permission: 'write' }] },
      ],
    });
    expect(teams.map((list) => list.map(({ permission }) => permission))).toEqual([
      ['read'],
      ['write'],
    ]);

    const usersLeft = await access.bulkRevokeUsers({
      payload: [
        { collectionId: otherId, usersIds: [ada] },
        { collectionId, usersIds: [ada] },
      ],
    });
    expect(usersLeft.map((list) => list.map(({ id }) => id))).toEqual([[], [bob]]);
    const teamsLeft = await access.bulkRevokeTeams({
      payload: [
        { collectionId, teamsIds: ['none'] },
        { collectionId: otherId, teamsIds: [teamId] },
      ],
    });
    expect(teamsLeft.map((list) => list.map(({ id }) => id))).toEqual([[teamId], []]);
  });

  test('is granted everywhere, or nowhere if one part fails', async () => {
    const { collectionAccess: access } = service.owner.api;
    const grants = (second: object, userId = ada) => ({
      payload: [
        { collectionId, usersPermissions: [{ userId, permission: 'read' }] },
        { collectionId: otherId, usersPermissions: [{ userId, permission: 'read' }], ...second },
      ],
    });
    const unknown = [
      { userId: ada, permission: 'read' },
      { userId: 'nobody', permission: 'read' },
    ];
    expect(
      await post('users-access/bulk-grant', grants({ usersPermissions: unknown })),
    ).toMatchObject(refused('payload[1].usersPermissions[1].userId', 'user'));
    expect(await post('users-access/bulk-grant', grants({ collectionId: 'none' }))).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: 'collection none not found' },
    });
    expect(await access.listUsers({ collectionId })).toEqual([]);

    const teamGrants = [
      { collectionId, teamsPermissions: [{ teamId, permission: 'read' }] },
      { collectionId: otherId, teamsPermissions: [{ teamId: 'none', permission: 'read' }] },
    ];
    expect(await post('teams-access/bulk-grant', { payload: teamGrants })).toMatchObject(
      refused('payload[1].teamsPermissions[0].teamId', 'team'),
    );
    expect(await access.listTeams({ collectionId })).toEqual([]);

    await access.grantUsers({
      collectionId,
      usersPermissions: [{ userId: ada, permission: 'read' }],
    });
    const revocations = [
      { collectionId, usersIds: [ada] },
      { collectionId: 'none', usersIds: [ada] },
    ];
    expect(await post('users-access/bulk-revoke', { payload: revocations })).toMatchObject({
      status: 404,
    });
    expect(await access.listUsers({ collectionId })).toHaveLength(1);
  });

  test('requires the manage permission on each of them', async () => {
    const { collectionAccess: access } = service.owner.api;
    const manager = await service.addUser('user');
    const client = await service.clientOf(manager);
    await service.grant(manager, collectionId, 'manage');
    await service.grant(manager, otherId, 'write');
    const payload = [collectionId, otherId].map((id) => ({
      collectionId: id,
      usersPermissions: [{ userId: ada, permission: 'read' }],
    }));
    expect(await post('users-access/bulk-grant', { payload }, client)).toMatchObject({
      status: 403,
      body: { code: 'collection_access' },
    });
    expect((await access.listUsers({ collectionId })).map(({ id }) => id)).toEqual([manager]);

    await access.grantUsers({
      collectionId: otherId,
      usersPermissions: [{ userId: manager, permission: 'manage' }],
    });
    expect(await post('users-access/bulk-grant', { payload }, client)).toMatchObject({
      status: 200,
    });
    // A manager can revoke its own access together with the access of others.
    const leaving = [
      { collectionId, usersIds: [manager] },
      { collectionId, usersIds: [ada] },
    ];
    expect(await post('users-access/bulk-revoke', { payload: leaving }, client)).toMatchObject({
      status: 200,
    });
    expect(await access.listUsers({ collectionId })).toEqual([]);
    expect(await client.send('GET', `/collections/${collectionId}`)).toMatchObject({ status: 404 });
  });
});

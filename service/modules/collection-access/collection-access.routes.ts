import { contract } from '#shared/api/contract.ts';
import { requirePermission } from '../../access/collection-access.ts';
import { implementer } from '../../protocol/request-context.ts';
import { changeAccess, changeAccessOfSeveral } from './change-access.ts';
import { grantTeams, listTeamAccess, revokeTeams } from './team-access.queries.ts';
import { grantUsers, listUserAccess, revokeUsers } from './user-access.queries.ts';

const api = implementer(contract.collectionAccess);

const granting = {
  users: { apply: grantUsers, list: listUserAccess },
  teams: { apply: grantTeams, list: listTeamAccess },
};
const revoking = {
  users: { apply: revokeUsers, list: listUserAccess },
  teams: { apply: revokeTeams, list: listTeamAccess },
};

export const collectionAccessRoutes = api.router({
  listUsers: api.listUsers.handler(async ({ input: { collectionId }, context }) => {
    await requirePermission(context, 'collections', collectionId, 'read');
    return await listUserAccess(context.database, collectionId);
  }),

  grantUsers: api.grantUsers.handler(
    async ({ input, context }) => await changeAccess(context, granting.users, input),
  ),

  bulkGrantUsers: api.bulkGrantUsers.handler(
    async ({ input: { payload }, context }) =>
      await changeAccessOfSeveral(context, granting.users, payload),
  ),

  revokeUsers: api.revokeUsers.handler(
    async ({ input, context }) => await changeAccess(context, revoking.users, input),
  ),

  bulkRevokeUsers: api.bulkRevokeUsers.handler(
    async ({ input: { payload }, context }) =>
      await changeAccessOfSeveral(context, revoking.users, payload),
  ),

  listTeams: api.listTeams.handler(async ({ input: { collectionId }, context }) => {
    await requirePermission(context, 'collections', collectionId, 'read');
    return await listTeamAccess(context.database, collectionId);
  }),

  grantTeams: api.grantTeams.handler(
    async ({ input, context }) => await changeAccess(context, granting.teams, input),
  ),

  bulkGrantTeams: api.bulkGrantTeams.handler(
    async ({ input: { payload }, context }) =>
      await changeAccessOfSeveral(context, granting.teams, payload),
  ),

  revokeTeams: api.revokeTeams.handler(
    async ({ input, context }) => await changeAccess(context, revoking.teams, input),
  ),

  bulkRevokeTeams: api.bulkRevokeTeams.handler(
    async ({ input: { payload }, context }) =>
      await changeAccessOfSeveral(context, revoking.teams, payload),
  ),
});

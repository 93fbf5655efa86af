import { z } from 'zod';
import { bulkLimit, endpoint, payloadOf } from './endpoint.ts';
import { collectionPermissions } from './enumerations.ts';
import { member } from './teams.ts';
import { identifier } from './values.ts';

const permission = z.enum(collectionPermissions);

const userAccess = z.array(member.extend({ permission }));
const teamAccess = z.array(
  z.object({ id: z.string(), title: z.string(), users: z.array(member), permission }),
);

const ids = z.array(identifier).min(1).max(bulkLimit);
const usersGrant = z.object({
  collectionId: identifier,
  usersPermissions: z
    .array(z.object({ userId: identifier, permission }))
    .min(1)
    .max(bulkLimit),
});
const usersRevocation = z.object({ collectionId: identifier, usersIds: ids });
const teamsGrant = z.object({
  collectionId: identifier,
  teamsPermissions: z
    .array(z.object({ teamId: identifier, permission }))
    .min(1)
    .max(bulkLimit),
});
const teamsRevocation = z.object({ collectionId: identifier, teamsIds: ids });

const read = { scope: 'collection-access:read' } as const;
const write = {
  scope: 'collection-access:write',
  errors: ['collection_access', 'not_found'],
} as const;

/**
 * Requests that grant or revoke access return the new access list, in the same form as the requests that
 * list access.
 */
export const collectionAccess = {
  listUsers: endpoint('GET', '/collections/users-access/{collectionId}', {
    ...read,
    summary: 'List users with access to a collection',
  })
    .input(z.object({ collectionId: identifier }))
    .output(userAccess),

  grantUsers: endpoint('POST', '/collections/users-access/grant', {
    ...write,
    summary: 'Grant users access to a collection',
  })
    .input(usersGrant)
    .output(userAccess),

  bulkGrantUsers: endpoint('POST', '/collections/users-access/bulk-grant', {
    ...write,
    summary: 'Grant users access to several collections',
  })
    .input(payloadOf(usersGrant))
    .output(z.array(userAccess)),

  revokeUsers: endpoint('POST', '/collections/users-access/revoke', {
    ...write,
    summary: 'Revoke users’ access to a collection',
  })
    .input(usersRevocation)
    .output(userAccess),

  bulkRevokeUsers: endpoint('POST', '/collections/users-access/bulk-revoke', {
    ...write,
    summary: 'Revoke users’ access to several collections',
  })
    .input(payloadOf(usersRevocation))
    .output(z.array(userAccess)),

  listTeams: endpoint('GET', '/collections/teams-access/{collectionId}', {
    ...read,
    summary: 'List teams with access to a collection',
  })
    .input(z.object({ collectionId: identifier }))
    .output(teamAccess),

  grantTeams: endpoint('POST', '/collections/teams-access/grant', {
    ...write,
    summary: 'Grant teams access to a collection',
  })
    .input(teamsGrant)
    .output(teamAccess),

  bulkGrantTeams: endpoint('POST', '/collections/teams-access/bulk-grant', {
    ...write,
    summary: 'Grant teams access to several collections',
  })
    .input(payloadOf(teamsGrant))
    .output(z.array(teamAccess)),

  revokeTeams: endpoint('POST', '/collections/teams-access/revoke', {
    ...write,
    summary: 'Revoke teams’ access to a collection',
  })
    .input(teamsRevocation)
    .output(teamAccess),

  bulkRevokeTeams: endpoint('POST', '/collections/teams-access/bulk-revoke', {
    ...write,
    summary: 'Revoke teams’ access to several collections',
  })
    .input(payloadOf(teamsRevocation))
    .output(z.array(teamAccess)),
};

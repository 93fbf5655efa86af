import type { CollectionPermission } from '#shared/api/enumerations.ts';
import type { Database } from '../../database/schema.ts';
import { membersOf } from '../teams/members.ts';
import { requireTeams } from '../teams/named-in-body.ts';

type TeamsGrant = {
  collectionId: string;
  teamsPermissions: { teamId: string; permission: CollectionPermission }[];
};
type TeamsRevocation = { collectionId: string; teamsIds: string[] };

/** Returns the grants to teams, sorted by the titles of the teams. */
export const listTeamAccess = async (database: Database, collectionId: string) => {
  const rows = await database
    .selectFrom('collection_team_access')
    .innerJoin('teams', 'teams.id', 'collection_team_access.team_id')
    .where('collection_id', '=', collectionId)
    .orderBy('teams.title')
    .orderBy('teams.id')
    .select(['teams.id', 'teams.title', 'permission'])
    .execute();
  const members = await membersOf(
    database,
    rows.map(({ id }) => id),
  );
  return rows.map((team) => ({ ...team, users: members.get(team.id) ?? [] }));
};

/**
 * Gives permissions to teams. `at` is the path of the grant in the body, such as `payload[2].`. It is
 * empty if the body itself is the grant.
 */
export const grantTeams = async (
  database: Database,
  { collectionId, teamsPermissions }: TeamsGrant,
  at: string,
): Promise<void> => {
  const named = teamsPermissions.map(({ teamId }, index) => ({
    id: teamId,
    path: `${at}teamsPermissions[${index}].teamId`,
  }));
  await requireTeams(database, named);
  // One statement may contain each team only once. If a team is repeated, the last entry applies.
  const granted = new Map(teamsPermissions.map(({ teamId, permission }) => [teamId, permission]));
  await database
    .insertInto('collection_team_access')
    .values(
      [...granted].map(([team_id, permission]) => ({
        collection_id: collectionId,
        team_id,
        permission,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['collection_id', 'team_id'])
        .doUpdateSet((eb) => ({ permission: eb.ref('excluded.permission') })),
    )
    .execute();
};

export const revokeTeams = async (
  database: Database,
  { collectionId, teamsIds }: TeamsRevocation,
): Promise<void> => {
  await database
    .deleteFrom('collection_team_access')
    .where('collection_id', '=', collectionId)
    .where('team_id', 'in', teamsIds)
    .execute();
};

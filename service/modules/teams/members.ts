import { grouped } from '../../database/grouped.ts';
import { insertAll } from '../../database/insert-all.ts';
import type { Database } from '../../database/schema.ts';

/** Returns the users of each team, sorted by email address, without deleted users. */
export const membersOf = async (database: Database, teamIds: string[]) => {
  const rows =
    teamIds.length === 0
      ? []
      : await database
          .selectFrom('team_members')
          .innerJoin('users', 'users.id', 'team_members.user_id')
          .where('team_members.team_id', 'in', teamIds)
          .where('users.deleted_at', 'is', null)
          .orderBy('users.email_key')
          .orderBy('users.id')
          .select(['team_id', 'users.id', 'email', 'first_name', 'last_name'])
          .execute();
  return grouped(rows.map(({ team_id, ...member }) => [team_id, member]));
};

/** Replaces the users of a team. The caller must check first that all of them exist. */
export const setMembers = async (
  database: Database,
  teamId: string,
  usersIds: string[],
): Promise<void> => {
  await database.deleteFrom('team_members').where('team_id', '=', teamId).execute();
  const rows = [...new Set(usersIds)].map((user_id) => ({ team_id: teamId, user_id }));
  await insertAll(database, 'team_members', rows);
};

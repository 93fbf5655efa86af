import { membersOf } from '../modules/teams/members.ts';
import { databaseCommand } from './command.ts';
import { listText } from './table-text.ts';

export const teamList = databaseCommand({
  name: 'team list',
  summary: 'List teams with their users',
  options: {},
  run: async ({ database }) => {
    const rows = await database
      .selectFrom('teams')
      .orderBy('created_at')
      .orderBy('id')
      .select(['id', 'title'])
      .execute();
    const members = await membersOf(
      database,
      rows.map(({ id }) => id),
    );
    const teams = rows.map((team) => ({
      ...team,
      users: (members.get(team.id) ?? []).map(({ email }) => email),
    }));
    const lines = teams.map(({ id, title, users }) => [id, title, users.join(' ')]);
    return {
      json: teams,
      text: listText(['ID', 'TITLE', 'USERS'], lines, 'No teams.'),
    };
  },
});

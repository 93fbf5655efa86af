import { z } from 'zod';
import type { Database } from '../database/schema.ts';
import { writing } from '../database/transaction.ts';
import { membersOf } from '../modules/teams/members.ts';
import { updateTeam } from '../modules/teams/teams.queries.ts';
import { databaseCommand } from './command.ts';
import { Failure } from './failure.ts';
import { findUser } from './find-user.ts';
import { option } from './option.ts';

export const teamAdd = databaseCommand({
  name: 'team add',
  summary: 'Add users to a team',
  options: {
    team: option(z.string(), { value: 'ID|TITLE', about: 'team' }),
    user: option(z.array(z.string()), {
      value: 'EMAIL',
      many: true,
      about: 'user to add',
    }),
  },
  run: async ({ database, options }) => {
    const { id, title, usersIds } = await writing(database, async (transaction) => {
      const team = await findTeam(transaction, options.team);
      const members = (await membersOf(transaction, [team.id])).get(team.id) ?? [];
      const present = new Set(members.map((member) => member.id));
      for (const user of options.user) present.add((await findUser(transaction, user)).id);
      const context = { database: transaction, now: new Date().toISOString() };
      await updateTeam(context, team.id, { usersIds: [...present] });
      return { ...team, usersIds: [...present] };
    });
    return {
      json: { id, title, usersIds },
      text: `${title} (${id}) has ${usersIds.length} ${usersIds.length === 1 ? 'user' : 'users'}`,
    };
  },
});

/** Finds a team by its ID, or by its title if only one team has the title. */
const findTeam = async (
  database: Database,
  idOrTitle: string,
): Promise<{ id: string; title: string }> => {
  const teams = await database
    .selectFrom('teams')
    .where((eb) => eb.or([eb('id', '=', idOrTitle), eb('title', '=', idOrTitle)]))
    .select(['id', 'title'])
    .execute();
  const [team, another] = teams;
  if (!team) throw new Failure(`team ${idOrTitle} not found`);
  const byId = teams.find(({ id }) => id === idOrTitle);
  if (another && !byId) {
    const ids = teams.map(({ id }) => id).join(', ');
    throw new Failure(`several teams are named ${idOrTitle}; use an id instead: ${ids}`);
  }
  return byId ?? team;
};

import { z } from 'zod';
import { title } from '#shared/api/values.ts';
import { writing } from '../database/transaction.ts';
import { createTeam } from '../modules/teams/teams.queries.ts';
import { databaseCommand } from './command.ts';
import { findUser } from './find-user.ts';
import { option } from './option.ts';

export const teamCreate = databaseCommand({
  name: 'team create',
  summary: 'Create a team',
  options: {
    title: option(title, { value: 'TITLE', about: 'team name' }),
    user: option(z.array(z.string()).default([]), {
      value: 'EMAIL',
      many: true,
      about: 'user to add',
    }),
  },
  run: async ({ database, options }) => {
    const id = await writing(database, async (transaction) => {
      const users = [];
      for (const user of options.user) users.push(await findUser(transaction, user));
      const usersIds = users.map((user) => user.id);
      const context = { database: transaction, now: new Date().toISOString() };
      return await createTeam(context, { title: options.title, usersIds });
    });
    return { json: { id, title: options.title }, text: `created ${options.title} (${id})` };
  },
});

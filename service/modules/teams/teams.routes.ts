import { contract } from '#shared/api/contract.ts';
import { implementer } from '../../protocol/request-context.ts';
import { createTeam, deleteTeam, getTeam, listTeams, updateTeam } from './teams.queries.ts';

const api = implementer(contract.teams);

export const teamRoutes = api.router({
  list: api.list.handler(async ({ input, context }) => await listTeams(context.database, input)),

  get: api.get.handler(async ({ input: { id }, context }) => await getTeam(context.database, id)),

  create: api.create.handler(async ({ input, context }) => {
    const id = await createTeam(context, input);
    return await getTeam(context.database, id);
  }),

  update: api.update.handler(async ({ input: { id, ...changes }, context }) => {
    await getTeam(context.database, id);
    await updateTeam(context, id, changes);
    return await getTeam(context.database, id);
  }),

  delete: api.delete.handler(async ({ input: { id }, context }) => {
    await getTeam(context.database, id);
    await deleteTeam(context.database, id);
  }),
});

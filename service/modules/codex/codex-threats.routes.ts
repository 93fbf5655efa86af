import { contract } from '#shared/api/contract.ts';
import { implementer } from '../../protocol/request-context.ts';
import { deleteEntries } from './codex-entries.ts';
import {
  createThreat,
  createThreats,
  getThreat,
  listThreats,
  replaceThreat,
  searchThreats,
} from './codex-threats.queries.ts';

const api = implementer(contract.codexThreats);

export const codexThreatRoutes = api.router({
  list: api.list.handler(
    async ({ input, context: { database } }) => await listThreats(database, input),
  ),

  search: api.search.handler(
    async ({ input: { text }, context: { database } }) => await searchThreats(database, text),
  ),

  get: api.get.handler(
    async ({ input: { id }, context: { database } }) => await getThreat(database, id),
  ),

  create: api.create.handler(async ({ input, context }) => await createThreat(context, input)),

  createMany: api.createMany.handler(
    async ({ input: { threats }, context }) => await createThreats(context, threats),
  ),

  replace: api.replace.handler(
    async ({ input: { id, ...threat }, context }) => await replaceThreat(context, id, threat),
  ),

  deleteMany: api.deleteMany.handler(async ({ input: { ids }, context: { database } }) => {
    await deleteEntries(database, 'codex_threats', ids);
  }),

  delete: api.delete.handler(async ({ input: { id }, context: { database } }) => {
    await deleteEntries(database, 'codex_threats', [id]);
  }),
});

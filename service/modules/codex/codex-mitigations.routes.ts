import { contract } from '#shared/api/contract.ts';
import { implementer } from '../../protocol/request-context.ts';
import { deleteEntries } from './codex-entries.ts';
import {
  createMitigation,
  createMitigations,
  getMitigation,
  listMitigations,
  replaceMitigation,
  searchMitigations,
} from './codex-mitigations.queries.ts';

const api = implementer(contract.codexMitigations);

export const codexMitigationRoutes = api.router({
  list: api.list.handler(
    async ({ input, context: { database } }) => await listMitigations(database, input),
  ),

  search: api.search.handler(
    async ({ input: { text }, context: { database } }) => await searchMitigations(database, text),
  ),

  get: api.get.handler(
    async ({ input: { id }, context: { database } }) => await getMitigation(database, id),
  ),

  create: api.create.handler(async ({ input, context }) => await createMitigation(context, input)),

  createMany: api.createMany.handler(
    async ({ input: { mitigations }, context }) => await createMitigations(context, mitigations),
  ),

  replace: api.replace.handler(
    async ({ input: { id, ...mitigation }, context }) =>
      await replaceMitigation(context, id, mitigation),
  ),

  deleteMany: api.deleteMany.handler(async ({ input: { ids }, context: { database } }) => {
    await deleteEntries(database, 'codex_mitigations', ids);
  }),

  delete: api.delete.handler(async ({ input: { id }, context: { database } }) => {
    await deleteEntries(database, 'codex_mitigations', [id]);
  }),
});

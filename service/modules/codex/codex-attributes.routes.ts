import { contract } from '#shared/api/contract.ts';
import { implementer } from '../../protocol/request-context.ts';
import {
  createAttribute,
  createAttributes,
  getAttribute,
  listAttributes,
  replaceAttribute,
  searchAttributes,
} from './codex-attributes.queries.ts';
import { deleteEntries } from './codex-entries.ts';

const api = implementer(contract.codexAttributes);

export const codexAttributeRoutes = api.router({
  list: api.list.handler(
    async ({ input, context: { database } }) => await listAttributes(database, input),
  ),

  search: api.search.handler(
    async ({ input: { text }, context: { database } }) => await searchAttributes(database, text),
  ),

  get: api.get.handler(
    async ({ input: { id }, context: { database } }) => await getAttribute(database, id),
  ),

  create: api.create.handler(async ({ input, context }) => await createAttribute(context, input)),

  createMany: api.createMany.handler(
    async ({ input: { attributes }, context }) => await createAttributes(context, attributes),
  ),

  replace: api.replace.handler(
    async ({ input: { id, ...attribute }, context }) =>
      await replaceAttribute(context, id, attribute),
  ),

  deleteMany: api.deleteMany.handler(async ({ input: { ids }, context: { database } }) => {
    await deleteEntries(database, 'codex_attributes', ids);
  }),

  delete: api.delete.handler(async ({ input: { id }, context: { database } }) => {
    await deleteEntries(database, 'codex_attributes', [id]);
  }),
});

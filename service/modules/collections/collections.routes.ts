import { contract } from '#shared/api/contract.ts';
import { requirePermission } from '../../access/collection-access.ts';
import { deleteRecord } from '../../deletion/deleted-records.ts';
import { restoreRecord } from '../../deletion/restore-record.ts';
import { implementer } from '../../protocol/request-context.ts';
import { createModel } from '../threat-models/threat-models.queries.ts';
import {
  createCollection,
  getCollection,
  listCollections,
  requireNotDeleted,
  updateCollection,
} from './collections.queries.ts';

const api = implementer(contract.collections);

export const collectionRoutes = api.router({
  list: api.list.handler(async ({ input, context }) => await listCollections(context, input)),

  get: api.get.handler(async ({ input: { id }, context }) => {
    await requireNotDeleted(context.database, id);
    await requirePermission(context, 'collections', id, 'read');
    return await getCollection(context.database, id);
  }),

  create: api.create.handler(async ({ input: { threatModelsData, ...facts }, context }) => {
    const id = await createCollection(context, facts);
    const models: { id: string; canvases: { id: string }[] }[] = [];
    for (const model of threatModelsData) models.push(await createModel(context, id, model));
    return { ...(await getCollection(context.database, id)), threat_models: models };
  }),

  update: api.update.handler(async ({ input: { id, ...changes }, context }) => {
    await requirePermission(context, 'collections', id, 'manage');
    await updateCollection(context, id, changes);
    return await getCollection(context.database, id);
  }),

  delete: api.delete.handler(async ({ input: { id }, context }) => {
    await requirePermission(context, 'collections', id, 'manage');
    await deleteRecord(context, 'collection', id);
  }),

  restore: api.restore.handler(async ({ input: { id }, context }) => {
    await restoreRecord(context, 'collection', id);
    return await getCollection(context.database, id);
  }),
});

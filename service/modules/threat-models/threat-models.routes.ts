import { contract } from '#shared/api/contract.ts';
import { readOtm } from '#shared/otm/read-otm.ts';
import { writeOtm } from '#shared/otm/write-otm.ts';
import { requirePermission } from '../../access/collection-access.ts';
import { Refusal } from '../../protocol/refusal.ts';
import { implementer } from '../../protocol/request-context.ts';
import { importAnswer } from './import-answer.ts';
import { loadModel } from './load-model.ts';
import { storeModel } from './store-model.ts';
import {
  createModel,
  deleteModel,
  getModel,
  listModels,
  listModelsOfCollection,
  updateModel,
} from './threat-models.queries.ts';

const api = implementer(contract.threatModels);

export const threatModelRoutes = api.router({
  list: api.list.handler(async ({ input, context }) => await listModels(context, input)),

  listByCollection: api.listByCollection.handler(
    async ({ input: { collectionId, ...list }, context }) => {
      await requirePermission(context, 'collections', collectionId, 'read');
      return await listModelsOfCollection(context, collectionId, list);
    },
  ),

  get: api.get.handler(async ({ input: { id }, context }) => {
    await requirePermission(context, 'threat_models', id, 'read');
    return await getModel(context.database, id);
  }),

  create: api.create.handler(async ({ input: { collectionId, ...model }, context }) => {
    await requirePermission(context, 'collections', collectionId, 'write');
    const { id } = await createModel(context, collectionId, model);
    return await getModel(context.database, id);
  }),

  createMany: api.createMany.handler(
    async ({ input: { collectionId, threatModelsData }, context }) => {
      await requirePermission(context, 'collections', collectionId, 'write');
      const models: Awaited<ReturnType<typeof getModel>>[] = [];
      for (const model of threatModelsData) {
        const { id } = await createModel(context, collectionId, model);
        models.push(await getModel(context.database, id));
      }
      return models;
    },
  ),

  update: api.update.handler(async ({ input: { id, ...changes }, context }) => {
    await requirePermission(context, 'threat_models', id, 'write');
    await updateModel(context, id, changes);
    return await getModel(context.database, id);
  }),

  delete: api.delete.handler(async ({ input: { id }, context }) => {
    await requirePermission(context, 'threat_models', id, 'write');
    await deleteModel(context.database, id);
  }),

  exportOtm: api.exportOtm.handler(async ({ input: { id }, context }) => {
    await requirePermission(context, 'threat_models', id, 'read');
    return writeOtm(await loadModel(context.database, id), { dialect: 'service' });
  }),

  importOtm: api.importOtm.handler(async ({ input: { params, body }, context }) => {
    await requirePermission(context, 'collections', params.collectionId, 'write');
    const reading = readOtm(new Uint8Array(await body.arrayBuffer()));
    if (!reading.ok) {
      const { place, reason } = reading.refusal;
      throw new Refusal('validation_failed', `${place}: ${reason}`, {
        issues: [{ path: place, message: reason }],
      });
    }
    const ids: string[] = [];
    for (const { content } of reading.models) {
      ids.push(await storeModel(context, params.collectionId, content));
    }
    return importAnswer(
      ids,
      reading.models.map(({ report }) => report),
    );
  }),
});

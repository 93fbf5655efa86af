import { contract } from '#shared/api/contract.ts';
import { graphOf } from '#shared/canvas/graph-export.ts';
import { drawCanvas } from '#shared/drawing/draw-canvas.ts';
import { readOtm } from '#shared/otm/read-otm.ts';
import { writeOtm } from '#shared/otm/write-otm.ts';
import { requirePermission } from '../../access/collection-access.ts';
import { reading } from '../../database/transaction.ts';
import type { Documents } from '../../documents/documents.ts';
import { invalid, Refusal } from '../../protocol/refusal.ts';
import { implementer } from '../../protocol/request-context.ts';
import { getCanvas } from '../canvases/canvases.queries.ts';
import { fileName, fileOf } from './document-file.ts';
import { importAnswer } from './import-answer.ts';
import { loadModel } from './load-model.ts';
import { loadReport } from './load-report.ts';
import { storeModel } from './store-model.ts';
import {
  createModel,
  deleteModel,
  getModel,
  listModels,
  listModelsOfCollection,
  updateModel,
} from './threat-models.queries.ts';

export type DocumentDependencies = {
  /** Makes reports and images, in whatever process or thread. */
  documents: Documents;
};

const api = implementer(contract.threatModels);

export const threatModelRoutes = ({ documents }: DocumentDependencies) =>
  api.router({
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

    report: api.report.handler(async ({ input: { threatModelId, canvasId }, context }) => {
      const content = await reading(context.database, async (database) => {
        await requirePermission({ ...context, database }, 'threat_models', threatModelId, 'read');
        return await loadReport(database, threatModelId, canvasId);
      });
      if (!content) throw new Refusal('not_found', `there is no canvas ${canvasId}`);
      const name = fileName(content.model.title, content.canvas.title, 'pdf');
      return fileOf(await documents.report(content), name, 'application/pdf');
    }),

    image: api.image.handler(async ({ input: { canvasId, format }, context }) => {
      const { title, data } = await reading(context.database, async (database) => {
        await requirePermission({ ...context, database }, 'canvases', canvasId, 'read');
        return await getCanvas(database, canvasId);
      });
      if (format === 'png') {
        return fileOf(await documents.image(data), fileName(title, 'png'), 'image/png');
      }
      const { svg } = drawCanvas(data);
      return fileOf(new TextEncoder().encode(svg), fileName(title, 'svg'), 'image/svg+xml');
    }),

    graph: api.graph.handler(async ({ input: { canvasId }, context }) => {
      await requirePermission(context, 'canvases', canvasId, 'read');
      const { data } = await getCanvas(context.database, canvasId);
      return graphOf(data);
    }),

    exportOtm: api.exportOtm.handler(async ({ input: { id }, context }) => {
      await requirePermission(context, 'threat_models', id, 'read');
      return writeOtm(await loadModel(context.database, id), { dialect: 'service' });
    }),

    importOtm: api.importOtm.handler(async ({ input: { params, body }, context }) => {
      await requirePermission(context, 'collections', params.collectionId, 'write');
      const file = readOtm(new Uint8Array(await body.arrayBuffer()));
      if (!file.ok) {
        const { place, reason } = file.refusal;
        throw invalid(place, reason);
      }
      const ids: string[] = [];
      for (const { content } of file.models) {
        ids.push(await storeModel(context, params.collectionId, content));
      }
      return importAnswer(
        ids,
        file.models.map(({ report }) => report),
      );
    }),
  });

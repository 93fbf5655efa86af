import { contract } from '#shared/api/contract.ts';
import { noOpenThreats } from '#shared/canvas/open-threats.ts';
import { plainImage } from '#shared/drawing/image-options.ts';
import { plainAppearance } from '#shared/report/report-content.ts';
import { requirePermission } from '../../access/collection-access.ts';
import { reading } from '../../database/transaction.ts';
import { deleteRecord } from '../../deletion/deleted-records.ts';
import { restoreRecord } from '../../deletion/restore-record.ts';
import type { Asked, Documents } from '../../documents/documents.ts';
import { invalid, Refusal } from '../../protocol/refusal.ts';
import { implementer, type RequestContext } from '../../protocol/request-context.ts';
import { writtenJson } from '../../protocol/written-json.ts';
import { getDrawing } from '../canvases/canvases.queries.ts';
import { fileName, fileOf } from './document-file.ts';
import { importAnswer } from './import-answer.ts';
import { modelRecords } from './model-records.ts';
import { openThreatsAround } from './open-threats-around.ts';
import { reportRecords } from './report-records.ts';
import { reportSource } from './report-source.ts';
import { storeModel } from './store-model.ts';
import {
  createModel,
  getModel,
  listModels,
  listModelsOfCollection,
  updateModel,
} from './threat-models.queries.ts';

export type DocumentDependencies = {
  /** Makes reports and images, possibly in another process or thread. */
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
      await deleteRecord(context, 'threatModel', id);
    }),

    restore: api.restore.handler(async ({ input: { id }, context }) => {
      await restoreRecord(context, 'threatModel', id);
      return await getModel(context.database, id);
    }),

    report: api.report.handler(async ({ input: { threatModelId, canvasId }, context }) => {
      const source = await sourceOf(context, threatModelId);
      const canvas = source.records.canvases.find(({ id }) => id === canvasId);
      if (!canvas) throw new Refusal('not_found', `canvas ${canvasId} not found`);
      const name = fileName(source.records.model.title, canvas.title, 'pdf');
      const records = reportRecords(source);
      const of = {
        records,
        choice: { canvasIds: [canvasId], comments: true, appearance: plainAppearance },
      };
      return fileOf(await documents.make('report', of, askedIn(context)), name, 'application/pdf');
    }),

    modelReport: api.modelReport.handler(
      async ({ input: { threatModelId, comments }, context }) => {
        const source = await sourceOf(context, threatModelId);
        const name = fileName(source.records.model.title, 'pdf');
        const choice = {
          canvasIds: null,
          comments: comments === 'true',
          appearance: plainAppearance,
        };
        const of = { records: reportRecords(source), choice };
        const pdf = await documents.make('report', of, askedIn(context));
        return fileOf(pdf, name, 'application/pdf');
      },
    ),

    image: api.image.handler(async ({ input: { canvasId, format }, context }) => {
      const { title, data: of } = await drawing(context, canvasId);
      const name = fileName(title, format);
      const picture = { drawing: of, threats: noOpenThreats, title, options: plainImage };
      if (format === 'png') {
        return fileOf(await documents.make('image', picture, askedIn(context)), name, 'image/png');
      }
      const svg = await documents.make('svg', picture, askedIn(context));
      return fileOf(new TextEncoder().encode(svg), name, 'image/svg+xml');
    }),

    graph: api.graph.handler(async ({ input: { canvasId }, context }) => {
      const { data, threats } = await drawing(context, canvasId);
      const of = { drawing: data, threats };
      return writtenJson(await documents.make('graph', of, askedIn(context)));
    }),

    exportOtm: api.exportOtm.handler(async ({ input: { id }, context }) => {
      const records = await reading(context.database, async (database) => {
        await requirePermission({ ...context, database }, 'threat_models', id, 'read');
        return await modelRecords(database, id);
      });
      return writtenJson(await documents.make('otm', records, askedIn(context)));
    }),

    importOtm: api.importOtm.handler(async ({ input: { params }, context }) => {
      await requirePermission(context, 'collections', params.collectionId, 'write');
      const { file } = context;
      if (!file) throw new TypeError('the file was not read');
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

const askedIn = ({ caller, incoming }: RequestContext): Asked => ({
  userId: caller.userId,
  signal: incoming.signal,
});

const sourceOf = async (context: RequestContext, modelId: string) =>
  await reading(context.database, async (database) => {
    await requirePermission({ ...context, database }, 'threat_models', modelId, 'read');
    return await reportSource(database, modelId);
  });

const drawing = async (context: RequestContext, canvasId: string) =>
  await reading(context.database, async (database) => {
    await requirePermission({ ...context, database }, 'canvases', canvasId, 'read');
    return {
      ...(await getDrawing(database, canvasId)),
      threats: await openThreatsAround(database, canvasId),
    };
  });

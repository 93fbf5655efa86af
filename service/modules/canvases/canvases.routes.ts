import { contract } from '#shared/api/contract.ts';
import { requirePermission, requireRead } from '../../access/collection-access.ts';
import { deleteRecord } from '../../deletion/deleted-records.ts';
import { restoreRecord } from '../../deletion/restore-record.ts';
import { implementer } from '../../protocol/request-context.ts';
import {
  createCanvas,
  getCanvas,
  listCanvases,
  moveCanvas,
  updateCanvas,
} from './canvases.queries.ts';

const api = implementer(contract.canvases);

export const canvasRoutes = api.router({
  list: api.list.handler(async ({ input: { threatModelId, ...list }, context }) => {
    await requirePermission(context, 'threat_models', threatModelId, 'read');
    return await listCanvases(context.database, threatModelId, list);
  }),

  get: api.get.handler(async ({ input: { id }, context }) => {
    await requireRead(context, 'canvases', id);
    return await getCanvas(context.database, id);
  }),

  create: api.create.handler(async ({ input: { threatModelId, ...canvas }, context }) => {
    await requirePermission(context, 'threat_models', threatModelId, 'write');
    const id = await createCanvas(context, threatModelId, canvas);
    return await getCanvas(context.database, id);
  }),

  update: api.update.handler(async ({ input: { id, threatModelId, ...changes }, context }) => {
    await requirePermission(context, 'canvases', id, 'write');
    if (threatModelId !== undefined) {
      await requirePermission(context, 'threat_models', threatModelId, 'write');
      await moveCanvas(context, id, threatModelId);
    }
    await updateCanvas(context, id, changes);
    return await getCanvas(context.database, id);
  }),

  delete: api.delete.handler(async ({ input: { id }, context }) => {
    await requirePermission(context, 'canvases', id, 'write');
    await deleteRecord(context, 'canvas', id);
  }),

  restore: api.restore.handler(async ({ input: { id }, context }) => {
    await restoreRecord(context, 'canvas', id);
    return await getCanvas(context.database, id);
  }),
});

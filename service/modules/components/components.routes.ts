import { contract } from '#shared/api/contract.ts';
import { requirePermission } from '../../access/collection-access.ts';
import { deleteRecord } from '../../deletion/deleted-records.ts';
import { restoreRecord } from '../../deletion/restore-record.ts';
import { implementer } from '../../protocol/request-context.ts';
import {
  createComponent,
  getComponent,
  listComponents,
  listComponentsOfCanvas,
  updateComponent,
} from './components.queries.ts';

const api = implementer(contract.components);

export const componentRoutes = api.router({
  list: api.list.handler(async ({ input, context }) => await listComponents(context, input)),

  listForCanvas: api.listForCanvas.handler(async ({ input: { canvasId }, context }) => {
    await requirePermission(context, 'canvases', canvasId, 'read');
    return await listComponentsOfCanvas(context.database, canvasId);
  }),

  get: api.get.handler(async ({ input: { id }, context }) => {
    await requirePermission(context, 'components', id, 'read');
    return await getComponent(context.database, id);
  }),

  create: api.create.handler(async ({ input: { canvasId, ...component }, context }) => {
    await requirePermission(context, 'canvases', canvasId, 'write');
    const id = await createComponent(context, canvasId, component);
    return await getComponent(context.database, id);
  }),

  update: api.update.handler(async ({ input: { id, ...changes }, context }) => {
    await requirePermission(context, 'components', id, 'write');
    await updateComponent(context, id, changes);
    return await getComponent(context.database, id);
  }),

  delete: api.delete.handler(async ({ input: { id }, context }) => {
    await requirePermission(context, 'components', id, 'write');
    await deleteRecord(context, 'component', id);
  }),

  restore: api.restore.handler(async ({ input: { id }, context }) => {
    await restoreRecord(context, 'component', id);
    return await getComponent(context.database, id);
  }),
});

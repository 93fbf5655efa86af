import { contract } from '#shared/api/contract.ts';
import { requireChange, requirePermission, requireRead } from '../../access/collection-access.ts';
import { deleteRecord } from '../../deletion/deleted-records.ts';
import { restoreRecord } from '../../deletion/restore-record.ts';
import { implementer } from '../../protocol/request-context.ts';
import { giveNumberBack } from './moved-threats.ts';
import {
  createThreat,
  getThreat,
  listThreats,
  listThreatsOfComponent,
  updateThreat,
} from './threats.queries.ts';

const api = implementer(contract.threats);

export const threatRoutes = api.router({
  list: api.list.handler(async ({ input, context }) => await listThreats(context, input)),

  listForComponent: api.listForComponent.handler(async ({ input: { componentId }, context }) => {
    await requirePermission(context, 'components', componentId, 'read');
    return await listThreatsOfComponent(context.database, componentId);
  }),

  get: api.get.handler(async ({ input: { id }, context }) => {
    await requireRead(context, 'threats', id);
    return await getThreat(context.database, id);
  }),

  create: api.create.handler(async ({ input: { componentId, ...threat }, context }) => {
    await requirePermission(context, 'components', componentId, 'write');
    return await createThreat(context, componentId, threat);
  }),

  update: api.update.handler(async ({ input: { id, ...changes }, context }) => {
    await requireChange(context, 'threats', id);
    return await updateThreat(context, id, changes);
  }),

  delete: api.delete.handler(async ({ input: { id }, context }) => {
    await requirePermission(context, 'threats', id, 'write');
    await giveNumberBack(context, id);
    await deleteRecord(context, 'threat', id);
  }),

  restore: api.restore.handler(async ({ input: { id }, context }) => {
    await restoreRecord(context, 'threat', id);
    return await getThreat(context.database, id);
  }),
});

import { contract } from '#shared/api/contract.ts';
import { requireChange, requirePermission, requireRead } from '../../access/collection-access.ts';
import { deleteRecord } from '../../deletion/deleted-records.ts';
import { restoreRecord } from '../../deletion/restore-record.ts';
import { implementer } from '../../protocol/request-context.ts';
import {
  createMitigation,
  getMitigation,
  listMitigations,
  listMitigationsOfThreat,
  updateMitigation,
} from './mitigations.queries.ts';

const api = implementer(contract.mitigations);

export const mitigationRoutes = api.router({
  list: api.list.handler(async ({ input, context }) => await listMitigations(context, input)),

  listForThreat: api.listForThreat.handler(async ({ input: { threatId }, context }) => {
    await requirePermission(context, 'threats', threatId, 'read');
    return await listMitigationsOfThreat(context.database, threatId);
  }),

  get: api.get.handler(async ({ input: { id }, context }) => {
    await requireRead(context, 'mitigations', id);
    return await getMitigation(context.database, id);
  }),

  create: api.create.handler(async ({ input: { threatId, ...mitigation }, context }) => {
    await requirePermission(context, 'threats', threatId, 'write');
    return await createMitigation(context, threatId, mitigation);
  }),

  update: api.update.handler(async ({ input: { id, ...changes }, context }) => {
    await requireChange(context, 'mitigations', id);
    return await updateMitigation(context, id, changes);
  }),

  delete: api.delete.handler(async ({ input: { id }, context }) => {
    await requirePermission(context, 'mitigations', id, 'write');
    await deleteRecord(context, 'mitigation', id);
  }),

  restore: api.restore.handler(async ({ input: { id }, context }) => {
    await restoreRecord(context, 'mitigation', id);
    return await getMitigation(context.database, id);
  }),
});

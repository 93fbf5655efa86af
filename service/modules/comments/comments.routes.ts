import { contract } from '#shared/api/contract.ts';
import { requirePermission, requireRead } from '../../access/collection-access.ts';
import { deleteRecord } from '../../deletion/deleted-records.ts';
import { restoreRecord } from '../../deletion/restore-record.ts';
import { implementer } from '../../protocol/request-context.ts';
import { requireAuthor, requireAuthorship } from './authorship.ts';
import {
  createComment,
  getComment,
  listComments,
  listCommentsOfThreat,
  updateComment,
} from './comments.queries.ts';

const api = implementer(contract.comments);

export const commentRoutes = api.router({
  list: api.list.handler(async ({ input, context }) => await listComments(context, input)),

  listForThreat: api.listForThreat.handler(async ({ input: { threatId }, context }) => {
    await requirePermission(context, 'threats', threatId, 'read');
    return await listCommentsOfThreat(context.database, threatId);
  }),

  get: api.get.handler(async ({ input: { id }, context }) => {
    await requireRead(context, 'comments', id);
    return await getComment(context.database, id);
  }),

  create: api.create.handler(async ({ input, context }) => {
    await requirePermission(context, 'threats', input.threatId, 'write');
    const id = await createComment(context, { ...input, userId: context.caller.userId });
    return await getComment(context.database, id);
  }),

  createMany: api.createMany.handler(async ({ input, context }) => {
    const comments: Awaited<ReturnType<typeof getComment>>[] = [];
    for (const [index, comment] of input.entries()) {
      await requirePermission(context, 'threats', comment.threatId, 'write');
      await requireAuthor(context, comment.userId, `[${index}].userId`);
      comments.push(await getComment(context.database, await createComment(context, comment)));
    }
    return comments;
  }),

  update: api.update.handler(async ({ input: { id, ...changes }, context }) => {
    await requirePermission(context, 'comments', id, 'write');
    await requireAuthorship(context, id);
    await updateComment(context, id, changes);
    return await getComment(context.database, id);
  }),

  delete: api.delete.handler(async ({ input: { id }, context }) => {
    await requirePermission(context, 'comments', id, 'write');
    await requireAuthorship(context, id);
    await deleteRecord(context, 'comment', id);
  }),

  restore: api.restore.handler(async ({ input: { id }, context }) => {
    await restoreRecord(context, 'comment', id);
    return await getComment(context.database, id);
  }),
});

import { z } from 'zod';
import { createShape, outputShape, sortableFields } from '../records/api-shapes.ts';
import { byId, endpoint, listOf, listQuery, nothing, readAtOnce, restoring } from './endpoint.ts';
import { identifier, reference, timestamp } from './values.ts';

const listed = z.object({
  id: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  ...outputShape('comment'),
});

const comment = listed.extend({ threat: reference });

export const comments = {
  list: endpoint('GET', '/comments', {
    scope: 'comments:read',
    ...readAtOnce,
    summary: 'List all comments',
  })
    .input(listQuery(['id', 'updated_at', ...sortableFields('comment')]))
    .output(listOf(comment)),

  listForThreat: endpoint('GET', '/comments/for-threat/{threatId}', {
    scope: 'comments:read',
    summary: 'List the comments on a threat',
  })
    .input(z.object({ threatId: identifier }))
    .output(z.array(listed)),

  get: endpoint('GET', '/comments/{id}', {
    scope: 'comments:read',
    ...readAtOnce,
    summary: 'Retrieve a comment',
  })
    .input(byId)
    .output(comment),

  create: endpoint('POST', '/comments', {
    scope: 'comments:write',
    successStatus: 201,
    summary: 'Write a comment on a threat',
  })
    .input(z.object({ threatId: identifier, ...createShape('comment') }))
    .output(comment),

  createMany: endpoint('POST', '/comments/many', {
    scope: 'comments:write',
    successStatus: 201,
    summary: 'Write several comments',
  })
    .input(
      z
        .array(z.object({ threatId: identifier, userId: identifier, ...createShape('comment') }))
        .min(1)
        .max(500),
    )
    .output(z.array(comment)),

  update: endpoint('PATCH', '/comments/{id}', {
    scope: 'comments:write',
    summary: 'Update a comment',
  })
    .input(byId.extend(createShape('comment')))
    .output(comment),

  delete: endpoint('DELETE', '/comments/{id}', {
    scope: 'comments:write',
    successStatus: 204,
    summary: 'Delete a comment',
  })
    .input(byId)
    .output(nothing),

  restore: restoring('/comments', {
    scope: 'comments:write',
    what: 'comment',
    output: comment,
  }),
};

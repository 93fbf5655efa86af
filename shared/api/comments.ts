import { z } from 'zod';
import {
  byId,
  endpoint,
  identifier,
  listOf,
  listQuery,
  nothing,
  readAtOnce,
  reference,
  text,
  timestamp,
} from './endpoint.ts';

const listed = z.object({
  id: z.string(),
  text: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  is_edited: z.boolean(),
  user: z.object({ id: z.string(), avatar_uploaded_at: timestamp.nullable() }),
});

const comment = listed.extend({ threat: reference });

const body = text.trim().min(1);

export const comments = {
  list: endpoint('GET', '/comments', { scope: 'comments:read', summary: 'List all comments' })
    .input(listQuery(['id', 'updated_at', 'text', 'is_edited']))
    .output(listOf(comment)),

  listForThreat: endpoint('GET', '/comments/for-threat/{threatId}', {
    scope: 'comments:read',
    summary: 'All comments on a threat',
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
    .input(z.object({ threatId: identifier, text: body }))
    .output(comment),

  createMany: endpoint('POST', '/comments/many', {
    scope: 'comments:write',
    successStatus: 201,
    summary: 'Write several comments',
  })
    .input(
      z
        .array(z.object({ threatId: identifier, userId: identifier, text: body }))
        .min(1)
        .max(500),
    )
    .output(z.array(comment)),

  update: endpoint('PATCH', '/comments/{id}', {
    scope: 'comments:write',
    summary: 'Change a comment',
  })
    .input(byId.extend({ text: body }))
    .output(comment),

  delete: endpoint('DELETE', '/comments/{id}', {
    scope: 'comments:write',
    successStatus: 204,
    summary: 'Delete a comment',
  })
    .input(byId)
    .output(nothing),
};

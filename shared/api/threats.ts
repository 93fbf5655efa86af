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
  title,
} from './endpoint.ts';
import { priorities, threatStatuses } from './enumerations.ts';

const threat = z.object({
  id: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  ref_id: z.string(),
  title: z.string(),
  description: z.string(),
  source: z.string().nullable(),
  priority: z.string(),
  status: z.string(),
  is_custom: z.boolean(),
  component: reference,
});

export const threats = {
  list: endpoint('GET', '/threats', { scope: 'threats:read', summary: 'List all threats' })
    .input(
      listQuery([
        'id',
        'updated_at',
        'ref_id',
        'title',
        'description',
        'source',
        'priority',
        'status',
        'is_custom',
      ]),
    )
    .output(listOf(threat)),

  listForComponent: endpoint('GET', '/threats/for-component/{componentId}', {
    scope: 'threats:read',
    summary: 'All threats of a component, in their short form',
  })
    .input(z.object({ componentId: identifier }))
    .output(
      z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          status: z.string(),
          is_custom: z.boolean(),
          neutralized_by: z.array(z.string()),
        }),
      ),
    ),

  get: endpoint('GET', '/threats/{id}', {
    scope: 'threats:read',
    ...readAtOnce,
    summary: 'Retrieve a threat',
  })
    .input(byId)
    .output(threat),

  create: endpoint('POST', '/threats', {
    scope: 'threats:write',
    successStatus: 201,
    summary: 'Create a threat on a component',
  })
    .input(
      z.object({
        title,
        componentId: identifier,
        priority: z.enum(priorities).default('medium'),
        description: text.default(''),
        source: text.nullable().default(null),
        is_custom: z.boolean().default(true),
      }),
    )
    .output(threat),

  update: endpoint('PATCH', '/threats/{id}', { scope: 'threats:write', summary: 'Change a threat' })
    .input(
      byId.extend({
        title: title.optional(),
        description: text.optional(),
        priority: z.enum(priorities).optional(),
        status: z.enum(threatStatuses).optional(),
      }),
    )
    .output(threat),

  delete: endpoint('DELETE', '/threats/{id}', {
    scope: 'threats:write',
    successStatus: 204,
    summary: 'Delete a threat with its mitigations and comments',
  })
    .input(byId)
    .output(nothing),
};

import { z } from 'zod';
import { createShape, outputShape, sortableFields, updateShape } from '../records/api-shapes.ts';
import { byId, endpoint, listOf, listQuery, nothing, readAtOnce, restoring } from './endpoint.ts';
import { identifier, reference, timestamp } from './values.ts';

const threat = z.object({
  id: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  ...outputShape('threat'),
  component: reference,
});

export const threats = {
  list: endpoint('GET', '/threats', {
    scope: 'threats:read',
    ...readAtOnce,
    summary: 'List all threats',
  })
    .input(listQuery(['id', 'updated_at', 'ref_id', ...sortableFields('threat')]))
    .output(listOf(threat)),

  listForComponent: endpoint('GET', '/threats/for-component/{componentId}', {
    scope: 'threats:read',
    summary: 'List a component’s threats (short form)',
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
        ...createShape('threat'),
        componentId: identifier,
      }),
    )
    .output(threat),

  update: endpoint('PATCH', '/threats/{id}', { scope: 'threats:write', summary: 'Update a threat' })
    .input(byId.extend(updateShape('threat')))
    .output(threat),

  delete: endpoint('DELETE', '/threats/{id}', {
    scope: 'threats:write',
    successStatus: 204,
    summary: 'Delete a threat with its mitigations and comments',
  })
    .input(byId)
    .output(nothing),

  restore: restoring('/threats', {
    scope: 'threats:write',
    what: 'threat with its mitigations and comments',
    output: threat,
  }),
};

import { z } from 'zod';
import { createShape, outputShape, sortableFields, updateShape } from '../records/api-shapes.ts';
import { byId, endpoint, listOf, listQuery, nothing, readAtOnce, restoring } from './endpoint.ts';
import { identifier, reference } from './values.ts';

const mitigation = z.object({
  id: z.string(),
  ...outputShape('mitigation'),
  threat: reference,
});

export const mitigations = {
  list: endpoint('GET', '/mitigations', {
    scope: 'mitigations:read',
    ...readAtOnce,
    summary: 'List all mitigations',
  })
    .input(listQuery(['id', ...sortableFields('mitigation')]))
    .output(listOf(mitigation)),

  listForThreat: endpoint('GET', '/mitigations/for-threat/{threatId}', {
    scope: 'mitigations:read',
    summary: 'List a threat’s mitigations',
  })
    .input(z.object({ threatId: identifier }))
    .output(z.array(mitigation)),

  get: endpoint('GET', '/mitigations/{id}', {
    scope: 'mitigations:read',
    ...readAtOnce,
    summary: 'Retrieve a mitigation',
  })
    .input(byId)
    .output(mitigation),

  create: endpoint('POST', '/mitigations', {
    scope: 'mitigations:write',
    successStatus: 201,
    summary: 'Create a mitigation of a threat',
  })
    .input(
      z.object({
        threatId: identifier,
        ...createShape('mitigation'),
      }),
    )
    .output(mitigation),

  update: endpoint('PATCH', '/mitigations/{id}', {
    scope: 'mitigations:write',
    summary: 'Update a mitigation',
  })
    .input(byId.extend(updateShape('mitigation')))
    .output(mitigation),

  delete: endpoint('DELETE', '/mitigations/{id}', {
    scope: 'mitigations:write',
    successStatus: 204,
    summary: 'Delete a mitigation',
  })
    .input(byId)
    .output(nothing),

  restore: restoring('/mitigations', {
    scope: 'mitigations:write',
    what: 'mitigation',
    output: mitigation,
  }),
};

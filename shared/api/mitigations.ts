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
  title,
} from './endpoint.ts';
import { mitigationStatuses } from './enumerations.ts';

const mitigation = z.object({
  id: z.string(),
  title: z.string(),
  definition: z.string(),
  consideration: z.string().nullable(),
  explanation: z.string().nullable(),
  example: z.string().nullable(),
  question: z.string().nullable(),
  is_custom: z.boolean(),
  status: z.string().nullable(),
  threat: reference,
});

const longText = text.nullable();
const status = z.literal(mitigationStatuses);

export const mitigations = {
  list: endpoint('GET', '/mitigations', {
    scope: 'mitigations:read',
    summary: 'List all mitigations',
  })
    .input(
      listQuery([
        'id',
        'title',
        'definition',
        'consideration',
        'explanation',
        'example',
        'question',
        'is_custom',
        'status',
      ]),
    )
    .output(listOf(mitigation)),

  listForThreat: endpoint('GET', '/mitigations/for-threat/{threatId}', {
    scope: 'mitigations:read',
    summary: 'All mitigations of a threat',
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
        title,
        definition: text.default(''),
        consideration: longText.default(null),
        explanation: longText.default(null),
        example: longText.default(null),
      }),
    )
    .output(mitigation),

  update: endpoint('PATCH', '/mitigations/{id}', {
    scope: 'mitigations:write',
    summary: 'Change a mitigation',
  })
    .input(
      byId.extend({
        title: title.optional(),
        definition: text.optional(),
        consideration: longText.optional(),
        explanation: longText.optional(),
        example: longText.optional(),
        status: status.optional(),
      }),
    )
    .output(mitigation),

  delete: endpoint('DELETE', '/mitigations/{id}', {
    scope: 'mitigations:write',
    successStatus: 204,
    summary: 'Delete a mitigation',
  })
    .input(byId)
    .output(nothing),
};

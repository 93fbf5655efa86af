import { z } from 'zod';
import { fullFacts, manyIds, resource, resourcesInput, searchQuery } from './codex.ts';
import { bulkLimit, byId, endpoint, listOf, listQuery, nothing } from './endpoint.ts';
import { text, timestamp, title } from './values.ts';

const listed = z.object({
  id: z.string(),
  created_at: timestamp,
  title: z.string(),
  definition: z.string(),
});
const mitigation = z.object({
  id: z.string(),
  title: z.string(),
  definition: z.string(),
  consideration: z.string().nullable(),
  explanation: z.string().nullable(),
  example: z.string().nullable(),
  question: z.string().nullable(),
  resources: z.array(resource),
});

const body = z.object({
  title,
  definition: text.default(''),
  consideration: text.nullable().default(null),
  explanation: text.nullable().default(null),
  example: text.nullable().default(null),
  question: text.nullable().default(null),
  resources: resourcesInput.default([]),
});

export const codexMitigations = {
  list: endpoint('GET', '/codex/mitigations', {
    scope: 'codex:read',
    summary: 'List the mitigations of the codex',
  })
    .input(listQuery(['id', 'title', 'definition']))
    .output(listOf(listed)),

  search: endpoint('GET', '/codex/mitigations/search', {
    scope: 'codex:read',
    summary: 'Search mitigations by title (case-insensitive)',
  })
    .input(searchQuery)
    .output(z.array(listed)),

  get: endpoint('GET', '/codex/mitigations/{id}', {
    scope: 'codex:read',
    summary: 'Retrieve a mitigation of the codex',
  })
    .input(byId)
    .output(mitigation),

  create: endpoint('POST', '/codex/mitigations', {
    scope: 'codex:write',
    successStatus: 201,
    summary: 'Create a mitigation in the codex',
  })
    .input(body)
    .output(mitigation),

  createMany: endpoint('POST', '/codex/mitigations/many', {
    scope: 'codex:write',
    successStatus: 201,
    summary: 'Create several mitigations in the codex',
  })
    .input(z.object({ mitigations: z.array(body).min(1).max(bulkLimit) }))
    .output(z.array(mitigation.extend(fullFacts))),

  replace: endpoint('PUT', '/codex/mitigations/{id}', {
    scope: 'codex:write',
    summary: 'Replace a mitigation of the codex',
  })
    .input(byId.extend(body.shape))
    .output(mitigation),

  deleteMany: endpoint('DELETE', '/codex/mitigations/many', {
    scope: 'codex:write',
    successStatus: 204,
    errors: ['not_found'],
    summary: 'Delete several mitigations of the codex',
  })
    .input(manyIds)
    .output(nothing),

  delete: endpoint('DELETE', '/codex/mitigations/{id}', {
    scope: 'codex:write',
    successStatus: 204,
    summary: 'Delete a mitigation of the codex',
  })
    .input(byId)
    .output(nothing),
};

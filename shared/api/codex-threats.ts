import { z } from 'zod';
import { fullFacts, manyIds, resource, resourcesInput, searchQuery } from './codex.ts';
import { bulkLimit, byId, endpoint, listOf, listQuery, nothing } from './endpoint.ts';
import { priorities } from './enumerations.ts';
import { text, timestamp, title } from './values.ts';

const listed = z.object({
  id: z.string(),
  created_at: timestamp,
  title: z.string(),
  description: z.string(),
  priority: z.string(),
});
const threat = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  priority: z.string(),
  resources: z.array(resource),
});

const body = z.object({
  title,
  description: text.default(''),
  priority: z.enum(priorities).default('medium'),
  resources: resourcesInput.default([]),
});

export const codexThreats = {
  list: endpoint('GET', '/codex/threats', {
    scope: 'codex:read',
    summary: 'List the threats of the codex',
  })
    .input(listQuery(['id', 'title', 'description', 'priority']))
    .output(listOf(listed)),

  search: endpoint('GET', '/codex/threats/search', {
    scope: 'codex:read',
    summary: 'Search threats by title (case-insensitive)',
  })
    .input(searchQuery)
    .output(z.array(listed)),

  get: endpoint('GET', '/codex/threats/{id}', {
    scope: 'codex:read',
    specified: false,
    summary: 'Retrieve a threat of the codex',
  })
    .input(byId)
    .output(threat),

  create: endpoint('POST', '/codex/threats', {
    scope: 'codex:write',
    specified: false,
    successStatus: 201,
    summary: 'Create a threat in the codex',
  })
    .input(body)
    .output(threat),

  createMany: endpoint('POST', '/codex/threats/many', {
    scope: 'codex:write',
    specified: false,
    successStatus: 201,
    summary: 'Create several threats in the codex',
  })
    .input(z.object({ threats: z.array(body).min(1).max(bulkLimit) }))
    .output(z.array(threat.extend(fullFacts))),

  replace: endpoint('PUT', '/codex/threats/{id}', {
    scope: 'codex:write',
    specified: false,
    summary: 'Replace a threat of the codex',
  })
    .input(byId.extend(body.shape))
    .output(threat),

  deleteMany: endpoint('DELETE', '/codex/threats/many', {
    scope: 'codex:write',
    specified: false,
    successStatus: 204,
    errors: ['not_found'],
    summary: 'Delete several threats of the codex',
  })
    .input(manyIds)
    .output(nothing),

  delete: endpoint('DELETE', '/codex/threats/{id}', {
    scope: 'codex:write',
    specified: false,
    successStatus: 204,
    summary: 'Delete a threat of the codex',
  })
    .input(byId)
    .output(nothing),
};

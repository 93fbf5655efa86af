import { z } from 'zod';
import { fullFacts, manyIds, resource, resourcesInput, searchQuery } from './codex.ts';
import { bulkLimit, byId, endpoint, listOf, listQuery, nothing } from './endpoint.ts';
import { reference, text, timestamp, title } from './values.ts';

const listed = z.object({
  id: z.string(),
  created_at: timestamp,
  title: z.string(),
  description: z.string(),
  /** The names by which a search finds the attribute. Its title is one of them. */
  aliases: z.array(z.string()),
});
const resources = z.array(resource).nullable();
const attribute = listed.extend({ resources });
const written = attribute.extend({ aliases: z.array(reference.extend({ title: z.string() })) });
const full = written.extend({
  ...fullFacts,
  aliases: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      created_at: timestamp,
      updated_at: timestamp,
      deleted_at: timestamp.nullable(),
    }),
  ),
});

const body = z.object({
  title,
  description: text.default(''),
  aliases: z.array(title).max(200).default([]),
  resources: resourcesInput.nullable().default(null),
});

export const codexAttributes = {
  list: endpoint('GET', '/codex/attributes', {
    scope: 'codex:read',
    summary: 'List the attributes of the codex',
  })
    .input(listQuery(['id', 'title', 'description']))
    .output(listOf(listed)),

  search: endpoint('GET', '/codex/attributes/search', {
    scope: 'codex:read',
    summary: 'Search attributes by title (case-insensitive)',
  })
    .input(searchQuery)
    .output(z.array(listed)),

  get: endpoint('GET', '/codex/attributes/{id}', {
    scope: 'codex:read',
    summary: 'Retrieve an attribute',
  })
    .input(byId)
    .output(attribute),

  create: endpoint('POST', '/codex/attributes', {
    scope: 'codex:write',
    successStatus: 201,
    summary: 'Create an attribute',
  })
    .input(body)
    .output(written),

  createMany: endpoint('POST', '/codex/attributes/many', {
    scope: 'codex:write',
    successStatus: 201,
    summary: 'Create several attributes',
  })
    .input(z.object({ attributes: z.array(body).min(1).max(bulkLimit) }))
    .output(z.array(full)),

  replace: endpoint('PUT', '/codex/attributes/{id}', {
    scope: 'codex:write',
    summary: 'Replace an attribute',
  })
    .input(byId.extend(body.shape))
    .output(written),

  deleteMany: endpoint('DELETE', '/codex/attributes/many', {
    scope: 'codex:write',
    successStatus: 204,
    errors: ['not_found'],
    summary: 'Delete several attributes',
  })
    .input(manyIds)
    .output(nothing),

  delete: endpoint('DELETE', '/codex/attributes/{id}', {
    scope: 'codex:write',
    successStatus: 204,
    summary: 'Delete an attribute',
  })
    .input(byId)
    .output(nothing),
};

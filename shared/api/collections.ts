import { z } from 'zod';
import { canvasData } from './canvases.ts';
import {
  byId,
  endpoint,
  listOf,
  listQuery,
  nothing,
  reference,
  text,
  timestamp,
  title,
} from './endpoint.ts';

const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'a color such as #4c6ef5');

const collection = z.object({
  id: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  title: z.string(),
  description: z.string().nullable(),
  color: z.string().nullable(),
  created_by: reference,
});

export const nestedModel = z.object({
  title,
  description: text.default(''),
  canvasData: z.array(canvasData).max(100).default([]),
});

export const collections = {
  list: endpoint('GET', '/collections', { scope: 'collections:read', summary: 'List collections' })
    .input(listQuery(['id', 'updated_at', 'title', 'description', 'color']))
    .output(listOf(collection)),

  get: endpoint('GET', '/collections/{id}', {
    scope: 'collections:read',
    summary: 'Retrieve a collection',
  })
    .input(byId)
    .output(collection),

  create: endpoint('POST', '/collections', {
    scope: 'collections:write',
    successStatus: 201,
    summary: 'Create a collection with the threat models and canvases it holds',
  })
    .input(
      z.object({
        title,
        description: text.nullable().default(null),
        color: color.nullable().default(null),
        threatModelsData: z.array(nestedModel).max(200).default([]),
      }),
    )
    .output(
      collection.extend({
        threat_models: z.array(z.object({ id: z.string(), canvases: z.array(reference) })),
      }),
    ),

  update: endpoint('PATCH', '/collections/{id}', {
    scope: 'collections:write',
    summary: 'Change a collection',
  })
    .input(
      byId.extend({
        title: title.optional(),
        description: text.nullable().optional(),
        color: color.nullable().optional(),
      }),
    )
    .output(collection),

  delete: endpoint('DELETE', '/collections/{id}', {
    scope: 'collections:write',
    successStatus: 204,
    summary: 'Delete a collection and all it holds',
  })
    .input(byId)
    .output(nothing),
};

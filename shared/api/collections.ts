import { z } from 'zod';
import { createShape, outputShape, sortableFields, updateShape } from '../records/api-shapes.ts';
import { canvasData } from './canvases.ts';
import {
  byId,
  endpoint,
  holdsCanvases,
  listOf,
  listQuery,
  nothing,
  restoring,
} from './endpoint.ts';
import { color, reference, timestamp } from './values.ts';

const collection = z.object({
  id: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  ...outputShape('collection'),
  created_by: reference,
});

export const nestedModel = z.object({
  ...createShape('threatModel'),
  canvasData: z.array(canvasData).max(100).default([]),
});

export const collections = {
  list: endpoint('GET', '/collections', { scope: 'collections:read', summary: 'List collections' })
    .input(listQuery(['id', 'updated_at', ...sortableFields('collection')]))
    .output(listOf(collection)),

  get: endpoint('GET', '/collections/{id}', {
    scope: 'collections:read',
    summary: 'Retrieve a collection',
  })
    .input(byId)
    .output(collection),

  create: endpoint('POST', '/collections', {
    ...holdsCanvases,
    scope: 'collections:write',
    successStatus: 201,
    summary: 'Create a collection, optionally with threat models and canvases',
  })
    .input(
      z.object({
        ...createShape('collection'),
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
    summary: 'Update a collection',
  })
    .input(byId.extend(updateShape('collection')))
    .output(collection),

  delete: endpoint('DELETE', '/collections/{id}', {
    scope: 'collections:write',
    successStatus: 204,
    summary: 'Delete a collection and everything in it',
  })
    .input(byId)
    .output(nothing),

  restore: restoring('/collections', {
    scope: 'collections:write',
    what: 'collection with everything in it',
    output: collection,
  }),
};

import { z } from 'zod';
import { createShape, outputShape, sortableFields, updateShape } from '../records/api-shapes.ts';
import { byId, endpoint, listOf, listQuery, nothing, readAtOnce, restoring } from './endpoint.ts';
import { identifier, reference, timestamp } from './values.ts';

const attribute = z.object({ id: z.string(), title: z.string(), description: z.string() });

const item = z.object({
  id: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  ...outputShape('component'),
});

const listedThreat = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  is_custom: z.boolean(),
});

const component = item.extend({
  canvas: reference,
  attributes: z.array(attribute),
  threats: z.array(listedThreat),
});

const attributes = z.array(byId).max(200);

export const components = {
  list: endpoint('GET', '/components', {
    scope: 'components:read',
    ...readAtOnce,
    summary: 'List all components',
  })
    .input(listQuery(['id', 'updated_at', ...sortableFields('component')]))
    .output(listOf(item.extend({ canvas: reference }))),

  listForCanvas: endpoint('GET', '/components/for-canvas/{canvasId}', {
    scope: 'components:read',
    summary: 'List the components of a canvas',
  })
    .input(z.object({ canvasId: identifier }))
    .output(
      z.array(item.extend({ attributes: z.array(attribute), threats: z.array(listedThreat) })),
    ),

  get: endpoint('GET', '/components/{id}', {
    scope: 'components:read',
    summary: 'Retrieve a component with its attributes and threats',
  })
    .input(byId)
    .output(component),

  create: endpoint('POST', '/components', {
    scope: 'components:write',
    successStatus: 201,
    summary: 'Create a component',
  })
    .input(
      z.object({
        canvasId: identifier,
        ...createShape('component'),
        attributes: attributes.default([]),
      }),
    )
    .output(component),

  update: endpoint('PATCH', '/components/{id}', {
    scope: 'components:write',
    summary: 'Update a component',
  })
    .input(
      byId.extend({
        ...updateShape('component'),
        attributes: attributes.optional(),
      }),
    )
    .output(component),

  delete: endpoint('DELETE', '/components/{id}', {
    scope: 'components:write',
    successStatus: 204,
    summary: 'Delete a component with its threats',
  })
    .input(byId)
    .output(nothing),

  restore: restoring('/components', {
    scope: 'components:write',
    what: 'component with its threats',
    output: component,
  }),
};

import { z } from 'zod';
import {
  canvasDocumentSchema,
  edgeSchema,
  nodeSchema,
  verbatimDocument,
} from '../canvas/document.ts';
import { createShape, outputShape, sortableFields, updateShape } from '../records/api-shapes.ts';
import {
  byId,
  endpoint,
  holdsCanvases,
  listOf,
  listQuery,
  nothing,
  restoring,
} from './endpoint.ts';
import { identifier, reference, timestamp, title } from './values.ts';
import { verbatim } from './verbatim.ts';

const canvas = z.object({
  id: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  ...outputShape('canvas'),
  data: canvasDocumentSchema,
  threat_model: reference,
});

export const nodesInput = verbatim(z.array(nodeSchema));
export const edgesInput = verbatim(z.array(edgeSchema));

/** A canvas in the body of the request that creates its threat model. */
export const canvasData = z.object({
  title,
  nodes: nodesInput.default([]),
  edges: edgesInput.default([]),
});

export const canvases = {
  list: endpoint('GET', '/canvases/threat-model/{threatModelId}', {
    scope: 'canvases:read',
    summary: 'List the canvases of a threat model',
  })
    .input(
      listQuery(['id', 'updated_at', ...sortableFields('canvas')]).extend({
        threatModelId: identifier,
      }),
    )
    .output(listOf(canvas)),

  get: endpoint('GET', '/canvases/{id}', {
    scope: 'canvases:read',
    summary: 'Retrieve a canvas',
  })
    .input(byId)
    .output(canvas),

  create: endpoint('POST', '/canvases', {
    ...holdsCanvases,
    scope: 'canvases:write',
    successStatus: 201,
    summary: 'Create a canvas',
  })
    .input(
      z.object({
        ...createShape('canvas'),
        threatModelId: identifier,
        data: verbatimDocument.default({ nodes: [], edges: [] }),
      }),
    )
    .output(canvas),

  update: endpoint('PATCH', '/canvases/{id}', {
    ...holdsCanvases,
    scope: 'canvases:write',
    summary: 'Update a canvas',
  })
    .input(
      byId.extend({
        ...updateShape('canvas'),
        threatModelId: identifier.optional(),
        data: verbatimDocument.optional(),
      }),
    )
    .output(canvas),

  delete: endpoint('DELETE', '/canvases/{id}', {
    scope: 'canvases:write',
    successStatus: 204,
    summary: 'Delete a canvas and everything in it',
  })
    .input(byId)
    .output(nothing),

  restore: restoring('/canvases', {
    scope: 'canvases:write',
    what: 'canvas with everything in it',
    output: canvas,
  }),
};

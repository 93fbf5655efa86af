import { z } from 'zod';
import { canvasDocumentSchema, edgeSchema, nodeSchema } from '../canvas/document.ts';
import {
  byId,
  endpoint,
  identifier,
  listOf,
  listQuery,
  nothing,
  readAtOnce,
  reference,
  timestamp,
  title,
} from './endpoint.ts';
import { canvasFormats } from './enumerations.ts';
import { verbatim } from './verbatim.ts';

const canvas = z.object({
  id: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  title: z.string(),
  format: z.string(),
  data: canvasDocumentSchema,
  threat_model: reference,
});

export const documentInput = verbatim(canvasDocumentSchema);
export const nodesInput = verbatim(z.array(nodeSchema));
export const edgesInput = verbatim(z.array(edgeSchema));

/** A canvas inside the body that creates its threat model. */
export const canvasData = z.object({
  title,
  nodes: nodesInput.default([]),
  edges: edgesInput.default([]),
});

const format = z.enum(canvasFormats);

export const canvases = {
  list: endpoint('GET', '/canvases/threat-model/{threatModelId}', {
    scope: 'canvases:read',
    summary: 'List the canvases of a threat model',
  })
    .input(listQuery(['id', 'updated_at', 'title', 'format']).extend({ threatModelId: identifier }))
    .output(listOf(canvas)),

  get: endpoint('GET', '/canvases/{id}', {
    scope: 'canvases:read',
    ...readAtOnce,
    summary: 'Retrieve a canvas',
  })
    .input(byId)
    .output(canvas),

  create: endpoint('POST', '/canvases', {
    scope: 'canvases:write',
    successStatus: 201,
    summary: 'Create a canvas',
  })
    .input(
      z.object({
        title,
        threatModelId: identifier,
        format: format.default('diagram'),
        data: documentInput.default({ nodes: [], edges: [] }),
      }),
    )
    .output(canvas),

  update: endpoint('PATCH', '/canvases/{id}', {
    scope: 'canvases:write',
    summary: 'Change a canvas',
  })
    .input(
      byId.extend({
        title: title.optional(),
        threatModelId: identifier.optional(),
        format: format.optional(),
        data: documentInput.optional(),
      }),
    )
    .output(canvas),

  delete: endpoint('DELETE', '/canvases/{id}', {
    scope: 'canvases:write',
    successStatus: 204,
    summary: 'Delete a canvas and all it holds',
  })
    .input(byId)
    .output(nothing),
};

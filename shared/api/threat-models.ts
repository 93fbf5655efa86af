import { z } from 'zod';
import { createShape, outputShape, sortableFields, updateShape } from '../records/api-shapes.ts';
import { canvasData } from './canvases.ts';
import { nestedModel } from './collections.ts';
import {
  byId,
  endpoint,
  holdsCanvases,
  importLimit,
  listOf,
  listQuery,
  nothing,
  queryFlag,
  restoring,
} from './endpoint.ts';
import { identifier, reference, timestamp } from './values.ts';

const facts = { id: z.string(), ...outputShape('threatModel') };

const person = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
});

const listed = {
  ...facts,
  created_at: timestamp,
  updated_at: timestamp,
  owner: person,
};

/**
 * A single threat model. As in the specification, it lacks the timestamps and the collection, which only
 * the models in lists have. `archived_at` is an addition to the specification, because a client that
 * reads a single model must see whether somebody has archived it.
 */
const threatModel = z.object({
  ...facts,
  owner: reference,
  canvases: z.array(reference),
});

const listQueryWithArchived = listQuery([
  'id',
  'updated_at',
  ...sortableFields('threatModel'),
]).extend({ include_archived: queryFlag });

const note = z.object({ place: z.string(), message: z.string() });
export const importReport = z.object({
  counts: z.object({
    canvases: z.number(),
    components: z.number(),
    dataFlows: z.number(),
    trustZones: z.number(),
    threats: z.number(),
    mitigations: z.number(),
  }),
  repairs: z.array(note),
  keptAside: z.array(note),
});

/**
 * These fields are optional, because the specification has only `color`, `size`, and `type`, so other
 * services omit them.
 */
const graphFacts = {
  name: z.string().optional(),
  kind: z.string().optional(),
  openThreats: z.number().optional(),
};

const graph = z.object({
  nodes: z.array(
    z.object({
      id: z.string(),
      labels: z.array(z.string()),
      properties: z.object({
        color: z.string(),
        size: z.string(),
        type: z.string(),
        ...graphFacts,
      }),
    }),
  ),
  relationships: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      start: z.string(),
      end: z.string(),
      properties: z.object({
        color: z.string(),
        ...graphFacts,
        protocol: z.string().nullish(),
        encrypted: z.boolean().nullish(),
        authenticated: z.boolean().nullish(),
        dataClassification: z.string().nullish(),
      }),
    }),
  ),
});

/**
 * The settings of endpoints that build documents. Building a document takes long, so the service does it
 * after the transaction that reads the data.
 */
const made = { transaction: false, errors: ['conflict'] } as const;
const document = { ...made, answers: 'file' } as const;

export const threatModels = {
  list: endpoint('GET', '/threat-models', {
    scope: 'threat-models:read',
    summary: 'List all threat models',
  })
    .input(listQueryWithArchived)
    .output(
      listOf(z.object({ ...listed, collection: z.object({ id: z.string(), title: z.string() }) })),
    ),

  listByCollection: endpoint('GET', '/threat-models/collection/{collectionId}', {
    scope: 'threat-models:read',
    summary: 'List the threat models of a collection',
  })
    .input(listQueryWithArchived.extend({ collectionId: identifier }))
    .output(
      listOf(
        z.object({
          ...listed,
          canvases: z.array(reference),
          collection: z.object({
            id: z.string(),
            title: z.string(),
            description: z.string().nullable(),
            color: z.string().nullable(),
            type: z.string(),
          }),
        }),
      ),
    ),

  get: endpoint('GET', '/threat-models/{id}', {
    scope: 'threat-models:read',
    summary: 'Retrieve a threat model',
  })
    .input(byId)
    .output(threatModel),

  create: endpoint('POST', '/threat-models', {
    ...holdsCanvases,
    scope: 'threat-models:write',
    successStatus: 201,
    summary: 'Create a threat model with its canvases',
  })
    .input(
      z.object({
        ...createShape('threatModel'),
        collectionId: identifier,
        canvasData: z.array(canvasData).max(100).default([]),
      }),
    )
    .output(threatModel),

  createMany: endpoint('POST', '/threat-models/many', {
    ...holdsCanvases,
    scope: 'threat-models:write',
    successStatus: 201,
    summary: 'Create several threat models in one collection',
  })
    .input(
      z.object({
        collectionId: identifier,
        threatModelsData: z.array(nestedModel).min(1).max(200),
      }),
    )
    .output(z.array(threatModel)),

  update: endpoint('PATCH', '/threat-models/{id}', {
    scope: 'threat-models:write',
    summary: 'Update a threat model',
  })
    .input(byId.extend(updateShape('threatModel')))
    .output(threatModel),

  delete: endpoint('DELETE', '/threat-models/{id}', {
    scope: 'threat-models:write',
    successStatus: 204,
    summary: 'Delete a threat model and everything in it',
  })
    .input(byId)
    .output(nothing),

  restore: restoring('/threat-models', {
    scope: 'threat-models:write',
    what: 'threat model with everything in it',
    output: threatModel,
  }),

  report: endpoint('GET', '/threat-models/report/{threatModelId}/canvas/{canvasId}', {
    ...document,
    scope: 'reports:read',
    summary: 'Get a canvas report (PDF)',
  })
    .input(z.object({ threatModelId: identifier, canvasId: identifier }))
    .output(z.file()),

  /** An addition to the specification: the report of a whole model. */
  modelReport: endpoint('GET', '/threat-models/report/{threatModelId}', {
    ...document,
    specified: false,
    scope: 'reports:read',
    summary: 'Get a report of a whole threat model (PDF)',
  })
    .input(z.object({ threatModelId: identifier, comments: queryFlag }))
    .output(z.file()),

  image: endpoint('GET', '/threat-models/image/{canvasId}', {
    ...document,
    scope: 'threat-models:read',
    summary: 'Get a canvas image',
  })
    .input(z.object({ canvasId: identifier, format: z.enum(['png', 'svg']).default('png') }))
    .output(z.file()),

  graph: endpoint('GET', '/threat-models/graph/{canvasId}', {
    ...made,
    scope: 'threat-models:read',
    summary: 'Get a canvas as a graph',
  })
    .input(z.object({ canvasId: identifier }))
    .output(graph),

  exportOtm: endpoint('GET', '/threat-models/otm/{id}', {
    ...made,
    scope: 'threat-models:read',
    summary: 'Export a threat model as an Open Threat Model document',
  })
    .input(byId)
    .output(z.record(z.string(), z.unknown())),

  /** The body is a JSON or YAML file, or a multipart form that contains exactly one file. */
  importOtm: endpoint('POST', '/threat-models/otm/{collectionId}', {
    scope: 'threat-models:write',
    successStatus: 201,
    body: 'file',
    maxBodyBytes: importLimit,
    summary: 'Import an Open Threat Model file into a collection',
  })
    .input(z.object({ params: z.object({ collectionId: identifier }), body: z.file() }))
    .output(
      z.object({
        id: z.string(),
        ids: z.array(z.string()),
        report: importReport,
      }),
    ),
};

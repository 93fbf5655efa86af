import { z } from 'zod';
import { canvasData } from './canvases.ts';
import { nestedModel } from './collections.ts';
import {
  byId,
  endpoint,
  identifier,
  importLimit,
  listOf,
  listQuery,
  nothing,
  queryFlag,
  reference,
  text,
  timestamp,
  title,
} from './endpoint.ts';
import { modelStatuses, priorities } from './enumerations.ts';

const facts = {
  id: z.string(),
  title: z.string(),
  description: z.string(),
  status: z.string(),
  priority: z.string(),
  due_to_date: timestamp.nullable(),
  retro_completed_at: timestamp.nullable(),
  time_invested: z.number().nullable(),
  quality_of_model: z.number().nullable(),
  when_to_revisit: z.number().nullable(),
  archived_at: timestamp.nullable(),
};

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

const sortable = [
  'id',
  'updated_at',
  'title',
  'description',
  'status',
  'priority',
  'due_to_date',
  'retro_completed_at',
  'time_invested',
  'quality_of_model',
  'when_to_revisit',
  'archived_at',
] as const;

/**
 * The single form: the specification shows timestamps and the collection in lists only. `archived_at`
 * is here too, because the ETag covers what this form says, and nothing else.
 */
const threatModel = z.object({
  ...facts,
  owner: reference,
  canvases: z.array(reference),
});

const listQueryWithArchived = listQuery(sortable).extend({ include_archived: queryFlag });

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

const graph = z.object({
  nodes: z.array(
    z.object({
      id: z.string(),
      labels: z.array(z.string()),
      properties: z.object({ color: z.string(), size: z.string(), type: z.string() }),
    }),
  ),
  relationships: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      start: z.string(),
      end: z.string(),
      properties: z.object({ color: z.string() }),
    }),
  ),
});

/** Made outside of the transaction that reads what goes into it: it takes its time. */
const document = { answers: 'file', transaction: false, errors: ['rate_limited'] } as const;

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
    scope: 'threat-models:write',
    successStatus: 201,
    summary: 'Create a threat model with its canvases',
  })
    .input(
      z.object({
        title,
        description: text.default(''),
        collectionId: identifier,
        canvasData: z.array(canvasData).max(100).default([]),
      }),
    )
    .output(threatModel),

  createMany: endpoint('POST', '/threat-models/many', {
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
    summary: 'Change a threat model',
  })
    .input(
      byId.extend({
        title: title.optional(),
        description: text.optional(),
        status: z.enum(modelStatuses).optional(),
        priority: z.enum(priorities).optional(),
        due_to_date: timestamp.nullable().optional(),
        time_invested: z.number().nullable().optional(),
        quality_of_model: z.number().nullable().optional(),
        when_to_revisit: z.number().nullable().optional(),
        archived_at: timestamp.nullable().optional(),
      }),
    )
    .output(threatModel),

  delete: endpoint('DELETE', '/threat-models/{id}', {
    scope: 'threat-models:write',
    successStatus: 204,
    summary: 'Delete a threat model and all it holds',
  })
    .input(byId)
    .output(nothing),

  report: endpoint('GET', '/threat-models/report/{threatModelId}/canvas/{canvasId}', {
    ...document,
    scope: 'reports:read',
    summary: 'A PDF report of a canvas',
  })
    .input(z.object({ threatModelId: identifier, canvasId: identifier }))
    .output(z.file()),

  image: endpoint('GET', '/threat-models/image/{canvasId}', {
    ...document,
    scope: 'threat-models:read',
    summary: 'A picture of a canvas',
  })
    .input(z.object({ canvasId: identifier, format: z.enum(['png', 'svg']).default('png') }))
    .output(z.file()),

  graph: endpoint('GET', '/threat-models/graph/{canvasId}', {
    scope: 'threat-models:read',
    summary: 'A canvas for a graph database',
  })
    .input(z.object({ canvasId: identifier }))
    .output(graph),

  exportOtm: endpoint('GET', '/threat-models/otm/{id}', {
    scope: 'threat-models:read',
    summary: 'Export a threat model as an Open Threat Model document',
  })
    .input(byId)
    .output(z.record(z.string(), z.unknown())),

  /** The body is the file itself: JSON, YAML, or a form with one file. */
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

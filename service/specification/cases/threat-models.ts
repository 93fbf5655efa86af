import { addedValues } from '../additions.ts';
import type { EndpointCase } from '../endpoint-case.ts';
import type { Planted } from '../planted.ts';
import { listOf, threatModel } from '../records.ts';
import { drawing } from './drawing.ts';

const own = ({ threatModelId }: Planted) => ({ id: threatModelId });
const ofCollection = ({ collectionId }: Planted) => ({ collectionId });
const ofCanvas = ({ canvasId }: Planted) => ({ canvasId });

const reading = { permission: 'read', status: 200 } as const;
const canvasData = [{ title: 'Context', ...drawing }];

const records: EndpointCase[] = [
  {
    endpoint: 'GET /threat-models',
    isOverview: true,
    query: { include_archived: 'true' },
    ...reading,
    answer: { json: listOf(threatModel.item) },
  },
  {
    endpoint: 'GET /threat-models/collection/{collectionId}',
    params: ofCollection,
    query: { include_archived: 'true' },
    ...reading,
    answer: { json: listOf(threatModel.itemOfCollection) },
  },
  {
    endpoint: 'GET /threat-models/{id}',
    params: own,
    ...reading,
    answer: { json: threatModel.single },
  },
  {
    endpoint: 'POST /threat-models',
    body: ({ collectionId }) => ({
      title: 'Checkout',
      description: 'Card to cash',
      collectionId,
      canvasData,
    }),
    required: ['title', 'collectionId'],
    subjects: ['collectionId'],
    permission: 'write',
    status: 201,
    answer: { json: threatModel.single },
  },
  {
    endpoint: 'POST /threat-models/many',
    body: ({ collectionId }) => ({
      collectionId,
      threatModelsData: [{ title: 'Checkout', description: 'Card to cash', canvasData }],
    }),
    required: ['collectionId', 'threatModelsData'],
    subjects: ['collectionId'],
    permission: 'write',
    status: 201,
    answer: { json: [threatModel.single] },
  },
  {
    endpoint: 'PATCH /threat-models/{id}',
    params: own,
    body: () => ({
      title: 'Checkout',
      description: 'Card to cash',
      status: 'Threats & Mitigations',
      priority: 'high',
      due_to_date: '2027-01-31T12:00:00Z',
      ...addedValues('threatModel', 'update'),
      time_invested: 1.5,
      quality_of_model: 4,
      when_to_revisit: 90,
      archived_at: '2027-02-01T00:00:00.000Z',
    }),
    permission: 'write',
    status: 200,
    answer: { json: threatModel.single },
  },
  {
    endpoint: 'DELETE /threat-models/{id}',
    params: own,
    permission: 'write',
    status: 204,
    answer: 'nothing',
  },
  {
    endpoint: 'POST /threat-models/{id}/restore',
    params: own,
    permission: 'write',
    status: 200,
    answer: { json: threatModel.single },
  },
];

const documents: EndpointCase[] = [
  {
    endpoint: 'GET /threat-models/report/{threatModelId}/canvas/{canvasId}',
    params: ({ threatModelId, canvasId }) => ({ threatModelId, canvasId }),
    ...reading,
    answer: { file: 'application/pdf' },
  },
  {
    endpoint: 'GET /threat-models/report/{threatModelId}',
    params: ({ threatModelId }) => ({ threatModelId }),
    query: { comments: 'true' },
    ...reading,
    answer: { file: 'application/pdf' },
  },
  {
    endpoint: 'GET /threat-models/image/{canvasId}',
    params: ofCanvas,
    query: { format: 'png' },
    ...reading,
    answer: { file: 'image/png' },
  },
  {
    endpoint: 'GET /threat-models/graph/{canvasId}',
    params: ofCanvas,
    ...reading,
    answer: { json: threatModel.graph },
  },
  {
    endpoint: 'GET /threat-models/otm/{id}',
    params: own,
    ...reading,
    answer: { json: threatModel.otm },
  },
  {
    endpoint: 'POST /threat-models/otm/{collectionId}',
    params: ofCollection,
    file: JSON.stringify({ otmVersion: '0.2.0', project: { name: 'Sample', id: 'sample' } }),
    permission: 'write',
    status: 201,
    answer: { json: threatModel.imported },
  },
];

/** The section "Threat models" of the specification. */
export const threatModelCases: EndpointCase[] = [...records, ...documents];

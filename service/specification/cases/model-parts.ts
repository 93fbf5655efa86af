import { addedValues } from '../additions.ts';
import type { EndpointCase } from '../endpoint-case.ts';
import type { Planted } from '../planted.ts';
import { canvas, comment, component, listOf, mitigation, threat } from '../records.ts';
import { drawing } from './drawing.ts';
import { recordCases } from './record-cases.ts';

const reading = { permission: 'read', status: 200 } as const;

const canvases = recordCases({
  path: '/canvases',
  id: ({ canvasId }) => canvasId,
  single: canvas,
  create: {
    body: ({ threatModelId }) => ({
      title: 'Context',
      threatModelId,
      format: 'diagram',
      data: drawing,
      ...addedValues('canvas', 'create'),
    }),
    required: ['title', 'threatModelId'],
    subjects: ['threatModelId'],
  },
  change: {
    body: ({ threatModelId }) => ({
      title: 'Context',
      threatModelId,
      format: 'diagram',
      data: drawing,
      ...addedValues('canvas', 'update'),
    }),
    subjects: ['threatModelId'],
  },
});

const components = recordCases({
  path: '/components',
  id: ({ componentId }) => componentId,
  single: component.single,
  create: {
    body: ({ canvasId, attributeId }) => ({
      canvasId,
      title: 'Shop',
      description: 'Sells',
      attributes: [{ id: attributeId }],
      ...addedValues('component', 'create'),
    }),
    required: ['canvasId', 'title'],
    subjects: ['canvasId'],
    mentioned: ['attributes[0].id'],
    answer: { json: component.created },
  },
  change: {
    body: ({ attributeId }) => ({
      title: 'Shop',
      description: 'Sells',
      attributes: [{ id: attributeId }],
      ...addedValues('component', 'update'),
    }),
    mentioned: ['attributes[0].id'],
  },
});

const threats = recordCases({
  path: '/threats',
  id: ({ threatId }) => threatId,
  single: threat.single,
  create: {
    body: ({ componentId }) => ({
      title: 'Theft',
      componentId,
      priority: 'high',
      description: 'Of goods',
      source: 'Workshop',
      is_custom: false,
      ...addedValues('threat', 'create'),
    }),
    required: ['title', 'componentId'],
    subjects: ['componentId'],
  },
  change: {
    body: () => ({
      title: 'Theft',
      description: 'Of goods',
      priority: 'critical',
      status: 'accepted',
      ...addedValues('threat', 'update'),
    }),
  },
});

const texts = {
  definition: 'D',
  consideration: 'C',
  explanation: 'E',
  example: 'X',
  ...addedValues('mitigation', 'create'),
};
const mitigations = recordCases({
  path: '/mitigations',
  id: ({ mitigationId }) => mitigationId,
  single: mitigation,
  create: {
    body: ({ threatId }) => ({ threatId, title: 'Guards', ...texts }),
    required: ['threatId', 'title'],
    subjects: ['threatId'],
  },
  change: { body: () => ({ title: 'Guards', ...texts, status: 'will' }) },
});

const comments = recordCases({
  path: '/comments',
  id: ({ commentId }) => commentId,
  single: comment.single,
  create: {
    body: ({ threatId }) => ({ threatId, text: 'Really?', ...addedValues('comment', 'create') }),
    required: ['threatId', 'text'],
    subjects: ['threatId'],
  },
  change: {
    body: () => ({ text: 'Really!', ...addedValues('comment', 'update') }),
    required: ['text'],
  },
});

const byParent: EndpointCase[] = [
  {
    endpoint: 'GET /canvases/threat-model/{threatModelId}',
    params: ({ threatModelId }) => ({ threatModelId }),
    answer: { json: listOf(canvas) },
    ...reading,
  },
  {
    endpoint: 'GET /components/for-canvas/{canvasId}',
    params: ({ canvasId }) => ({ canvasId }),
    answer: { json: [component.itemOfCanvas] },
    ...reading,
  },
  {
    endpoint: 'GET /threats/for-component/{componentId}',
    params: ({ componentId }) => ({ componentId }),
    answer: { json: [threat.itemOfComponent] },
    ...reading,
  },
  ...(
    [
      ['mitigations', mitigation],
      ['comments', comment.itemOfThreat],
    ] as const
  ).map(([resource, item]): EndpointCase => ({
    endpoint: `GET /${resource}/for-threat/{threatId}`,
    params: ({ threatId }: Planted) => ({ threatId }),
    answer: { json: [item] },
    ...reading,
  })),
];

const overviews = (
  [
    ['components', component.item],
    ['threats', threat.single],
    ['mitigations', mitigation],
    ['comments', comment.single],
  ] as const
).map(([resource, item]): EndpointCase => ({
  endpoint: `GET /${resource}`,
  isOverview: true,
  answer: { json: listOf(item) },
  ...reading,
}));

const commentsAtOnce: EndpointCase = {
  endpoint: 'POST /comments/many',
  body: ({ threatId, callerId }) => [
    { threatId, userId: callerId, text: 'Really?', ...addedValues('comment', 'create') },
  ],
  required: [''],
  subjects: ['[0].threatId'],
  mentioned: ['[0].userId'],
  permission: 'write',
  status: 201,
  answer: { json: [comment.single] },
};

/** The sections "Canvases", "Components", "Threats", "Mitigations", and "Comments" of the specification. */
export const modelPartCases: EndpointCase[] = [
  ...canvases,
  ...components,
  ...threats,
  ...mitigations,
  ...comments,
  ...byParent,
  ...overviews,
  commentsAtOnce,
];

import { plainAppearance, type ReportContent } from '#shared/report/report-content.ts';

const start = '2026-01-01T00:00:00Z';

/**
 * A small report with each kind of content. Making it compiles the parts of the typesetter that all
 * reports need, which takes longer than typesetting several pages.
 */
export const tryoutReport: ReportContent = {
  model: {
    title: 'Model',
    description: 'A **model** with:\n\n- parts',
    status: '',
    priority: 'medium',
    owner: null,
    collection: null,
    createdAt: start,
    updatedAt: start,
    dueToDate: null,
    retroCompletedAt: null,
    archivedAt: null,
    timeInvested: null,
    qualityOfModel: null,
    whenToRevisit: null,
  },
  canvases: [
    {
      id: 'canvas',
      title: 'Canvas',
      document: {
        nodes: [
          {
            id: 'boundary',
            type: 'trustBoundaryNode',
            position: { x: 0, y: 0 },
            width: 400,
            height: 200,
            data: { label: 'Boundary' },
          },
          {
            id: 'inside',
            type: 'processNode',
            position: { x: 40, y: 60 },
            parentId: 'boundary',
            data: { label: 'Process', componentId: 'component' },
          },
          {
            id: 'outside',
            type: 'externalEntityNode',
            position: { x: 600, y: 60 },
            data: { label: 'Person' },
          },
        ],
        edges: [{ id: 'flow', source: 'outside', target: 'inside', data: { protocol: 'HTTPS' } }],
      },
    },
  ],
  isWhole: true,
  components: [
    {
      id: 'component',
      title: 'Process',
      description: 'Text.',
      attributes: [],
      threats: [
        {
          refId: 'T-1',
          title: 'Threat',
          description: 'Text.',
          source: null,
          references: [],
          acceptedReason: null,
          acceptedBy: null,
          acceptedUntil: null,
          priority: 'high',
          status: 'open',
          mitigations: [
            {
              title: 'Mitigation',
              definition: 'Text.',
              consideration: null,
              explanation: null,
              example: null,
              question: null,
              status: 'will',
            },
          ],
          comments: [],
        },
      ],
    },
  ],
  history: [{ kind: 'created', at: start }],
  appearance: plainAppearance,
  updatedAt: start,
};

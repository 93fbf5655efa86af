import {
  plainAppearance,
  type ReportComponent,
  type ReportContent,
  type ReportThreat,
} from '#shared/report/report-content.ts';

export const threat = (changes: Partial<ReportThreat> = {}): ReportThreat => ({
  refId: 'T-1',
  title: 'Stolen passwords are tried',
  description: 'Lists of leaked passwords are tried from many addresses.',
  source: null,
  references: [],
  acceptedReason: null,
  acceptedBy: null,
  acceptedUntil: null,
  priority: 'high',
  status: 'open',
  mitigations: [],
  comments: [],
  ...changes,
});

export const component = (changes: Partial<ReportComponent> = {}): ReportComponent => ({
  id: 'shop',
  title: 'Web shop',
  description: '',
  attributes: [],
  threats: [],
  ...changes,
});

/** Returns a report about a process with one threat. */
export const report = (changes: Partial<ReportContent> = {}): ReportContent => ({
  model: {
    title: 'Payments',
    description: 'What happens between the basket and the bank.',
    status: 'Review',
    priority: 'medium',
    owner: 'Ada Lovelace',
    collection: 'Shop platform',
    createdAt: '2026-01-05T10:00:00Z',
    updatedAt: '2026-03-03T10:00:00Z',
    dueToDate: null,
    retroCompletedAt: null,
    archivedAt: null,
    timeInvested: null,
    qualityOfModel: null,
    whenToRevisit: null,
  },
  canvases: [
    {
      id: 'checkout',
      title: 'Checkout',
      document: {
        nodes: [
          {
            id: 'one',
            type: 'processNode',
            position: { x: 0, y: 0 },
            data: { label: 'Web shop', componentId: 'shop' },
          },
        ],
        edges: [],
      },
    },
  ],
  isWhole: true,
  components: [component({ threats: [threat()] })],
  history: [{ kind: 'created', at: '2026-01-05T10:00:00Z' }],
  appearance: plainAppearance,
  updatedAt: '2026-03-03T10:00:00Z',
  ...changes,
});

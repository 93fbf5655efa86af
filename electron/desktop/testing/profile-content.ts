import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { RecordChange } from '#shared/desktop/change.ts';
import { uuid } from '../../sync/testing/office.ts';

/** The content of the data folders that are kept as fixtures. */

export const shop = uuid(1);
export const checkout = uuid(2);
export const [overview, payments, archive] = [uuid(10), uuid(11), uuid(12)];
const [webApp, customer, order, bank] = [uuid(20), uuid(22), uuid(23), uuid(24)];
export const orders = uuid(21);
const theft = uuid(30);
export const [tampering, flooding, leak] = [uuid(31), uuid(32), uuid(33)];
const shortSessions = uuid(40);
export const rateLimit = uuid(41);
const seen = uuid(50);
export const agreed = uuid(51);

export const create = (
  kind: RecordChange['kind'],
  id: string,
  parentId: string | null,
  values: Record<string, unknown>,
): RecordChange => ({ op: 'create', kind, id, parentId, values });

export const update = (
  kind: RecordChange['kind'],
  id: string,
  values: Record<string, unknown>,
): RecordChange => ({ op: 'update', kind, id, values });

/** One record of each kind has values other than the defaults. */
export const records: RecordChange[] = [
  create('collection', shop, null, {
    title: 'Shop',
    description: 'All that sells.',
    color: '#4c6ef5',
  }),
  create('threatModel', checkout, shop, {
    title: 'Checkout',
    description: 'From the cart to the receipt.\nSecond line with ünïcode ✓.',
    status: 'Review',
    priority: 'high',
    due_to_date: '2027-01-31T00:00:00.000Z',
    archived_at: null,
  }),
  create('canvas', overview, checkout, { title: 'Overview' }),
  create('canvas', payments, checkout, { title: 'Payments' }),
  create('canvas', archive, checkout, { title: 'Archive' }),
  create('component', webApp, overview, { title: 'Web app', description: 'Shows the shop.' }),
  create('component', orders, overview, { title: 'Orders', description: 'One row per order.' }),
  create('component', customer, overview, { title: 'Customer', description: 'Anybody.' }),
  create('component', order, overview, { title: 'Place order', description: 'Over TLS.' }),
  create('component', bank, payments, { title: 'Bank', description: 'Of somebody else.' }),
  create('threat', theft, webApp, {
    title: 'Session theft',
    description: 'A script reads the cookie.',
    priority: 'critical',
    status: 'accepted',
    source: 'https://example.org/session-theft',
    is_custom: false,
  }),
  create('threat', tampering, orders, { title: 'Tampering', description: 'Prices change.' }),
  create('threat', flooding, webApp, { title: 'Flooding', priority: 'low' }),
  create('threat', leak, bank, { title: 'Leak', status: 'mitigated' }),
  create('mitigation', shortSessions, theft, {
    title: 'Short sessions',
    definition: 'Sessions end after an hour.',
    consideration: 'People log in more often.',
    explanation: 'A stolen cookie is of use only for a short time.',
    example: 'session.maxAge = 3600',
    status: 'will',
  }),
  create('mitigation', rateLimit, flooding, { title: 'Rate limit', status: 'done' }),
  create('comment', seen, theft, { text: 'Seen in the last test.' }),
  create('comment', agreed, theft, { text: 'Agreed.' }),
];

export const overviewDocument: CanvasDocument = {
  nodes: [
    {
      id: 'cloud',
      type: 'trustBoundaryNode',
      position: { x: 200, y: 40 },
      width: 420,
      height: 260,
      data: { label: 'Cloud', color: 'blue' },
    },
    {
      id: 'web',
      type: 'processNode',
      position: { x: 20, y: 60 },
      parentId: 'cloud',
      data: { label: 'Web app', componentId: webApp },
    },
    {
      id: 'db',
      type: 'dataStoreNode',
      position: { x: 220, y: 160 },
      parentId: 'cloud',
      width: 180,
      height: 70,
      data: { label: 'Orders', componentId: orders, locked: true },
    },
    {
      id: 'person',
      type: 'externalEntityNode',
      position: { x: 0, y: 120 },
      data: { label: 'Customer', componentId: customer, outOfScope: true },
    },
    {
      id: 'note',
      type: 'noteNode',
      position: { x: 0, y: 300 },
      data: { label: 'Ask about refunds', unknownToUs: { kept: true } },
    },
  ],
  edges: [
    {
      id: 'buys',
      source: 'person',
      target: 'web',
      data: {
        label: 'Place order',
        componentId: order,
        bidirectional: true,
        protocol: 'HTTPS',
        dataClassification: 'Personal',
        encrypted: true,
        authenticated: false,
        color: 'green',
        shape: 'stepped',
        bends: [{ x: 180, y: 150 }],
        labelAt: 0.4,
      },
    },
  ],
};

export const paymentsDocument: CanvasDocument = {
  nodes: [
    {
      id: 'bank',
      type: 'externalEntityNode',
      position: { x: 0, y: 0 },
      data: { label: 'Bank', componentId: bank },
    },
    { id: 'web', type: 'processNode', position: { x: 240, y: 0 }, data: { label: 'Web app' } },
  ],
  edges: [],
};

export const operationOf = ({ nodes, edges }: CanvasDocument): CanvasOperation => [
  ...nodes.map((node, index) => ({ kind: 'addNode' as const, index, node })),
  ...edges.map((edge, index) => ({ kind: 'addEdge' as const, index, edge })),
];

export const inverseOf = ({ nodes, edges }: CanvasDocument): CanvasOperation => [
  ...edges.map(({ id }) => ({ kind: 'removeEdge' as const, id })),
  ...nodes.map(({ id }) => ({ kind: 'removeNode' as const, id })),
];

import { addedShape } from './additions.ts';
import type { Shape } from './shape.ts';

/**
 * The records of the specification ("Resources and their fields") and their forms by operation. They are
 * written by hand from the specification and not derived from the contract, because the tests use them
 * to check the contract.
 */

const reference = { id: 'string' } as const;
export const listOf = (item: Shape) => ({ items: [item], count: 'number' }) as const;

const dated = { created_at: 'timestamp', updated_at: 'timestamp' } as const;
const person = {
  id: 'string',
  email: 'string',
  first_name: 'string',
  last_name: 'string',
} as const;

const withRole = { ...person, role: 'string' } as const;
const state = { status: 'string', is_enabled: 'boolean' } as const;
const scope = { resource: 'string', permission: 'string' } as const;
const isAdmin = ({ role }: Record<string, unknown>) => role === 'admin';

/** Additions of this service. In the specification, a node has only `color`, `size`, and `type`. */
const graphFacts = { name: 'string', kind: 'string', openThreats: 'number' } as const;
const flowFacts = {
  protocol: 'string or null',
  encrypted: 'anything',
  authenticated: 'anything',
  dataClassification: 'string or null',
} as const;

const listedUser = { ...withRole, ...state } as const;
export const user = {
  item: (value: Record<string, unknown>) =>
    isAdmin(value) ? { ...listedUser, scopes: [scope] } : listedUser,
  found: (value: Record<string, unknown>) =>
    isAdmin(value)
      ? { ...listedUser, ...dated, scopes: [scope] }
      : { ...listedUser, ...dated, is_active: 'boolean' },
  single: (value: Record<string, unknown>) => {
    const facts = {
      ...withRole,
      avatar_uploaded_at: 'timestamp or null',
      avatarUrl: 'string or null',
    } as const;
    return isAdmin(value) ? { ...facts, ...state, scopes: [scope] } : facts;
  },
  invited: { ...listedUser, created_at: 'timestamp' },
  withRole,
  imported: { id: 'string', email: 'string' },
} as const satisfies Record<string, Shape>;

const entry = { key: 'string', description: 'string', name: 'string' } as const;
const catalogOf = (name: string, item: Shape) =>
  ({
    version: 'string',
    updatedAt: 'timestamp',
    [name]: [item],
  }) satisfies Shape;
export const catalog = {
  roles: catalogOf('roles', entry),
  resources: catalogOf('resources', { ...entry, readOnly: 'boolean', writeOnly: 'boolean' }),
  permissions: catalogOf('permissions', entry),
  presets: catalogOf('presets', { ...entry, scopes: [scope] }),
} as const;

/** Teams are not in the specification. */
export const team = { id: 'string', title: 'string', users: [person] } as const;

const collectionFacts = {
  id: 'string',
  ...dated,
  title: 'string',
  description: 'string or null',
  color: 'string or null',
  created_by: reference,
  ...addedShape('collection'),
} as const;
export const collection = {
  single: collectionFacts,
  created: { ...collectionFacts, threat_models: [{ id: 'string', canvases: [reference] }] },
} as const;
export const access = {
  user: { ...person, permission: 'string' },
  team: { ...team, permission: 'string' },
} as const;

const modelFacts = {
  id: 'string',
  title: 'string',
  description: 'string',
  status: 'string',
  priority: 'string',
  due_to_date: 'timestamp or null',
  retro_completed_at: 'timestamp or null',
  time_invested: 'number or null',
  quality_of_model: 'number or null',
  when_to_revisit: 'number or null',
  archived_at: 'timestamp or null',
  ...addedShape('threatModel'),
} as const;
const listedModel = {
  ...modelFacts,
  ...dated,
  owner: person,
} as const;
export const threatModel = {
  single: { ...modelFacts, owner: reference, canvases: [reference] },
  item: { ...listedModel, collection: { id: 'string', title: 'string' } },
  itemOfCollection: {
    ...listedModel,
    canvases: [reference],
    collection: {
      id: 'string',
      title: 'string',
      description: 'string or null',
      color: 'string or null',
      type: 'string',
    },
  },
  graph: {
    nodes: [
      {
        id: 'string',
        labels: ['string'],
        properties: { color: 'string', size: 'string', type: 'string', ...graphFacts },
      },
    ],
    relationships: [
      {
        id: 'string',
        type: 'string',
        start: 'string',
        end: 'string',
        properties: ({ kind }: Record<string, unknown>): Shape =>
          kind === undefined
            ? { color: 'string' }
            : { color: 'string', ...graphFacts, ...flowFacts },
      },
    ],
  },
  /** The tests of `modules/threat-models` check the content of these fields. */
  otm: {
    otmVersion: 'string',
    project: 'anything',
    representations: ['anything'],
    assets: 'list',
    components: ['anything'],
    dataflows: ['anything'],
    trustZones: ['anything'],
    threats: ['anything'],
    mitigations: ['anything'],
    parentProjectId: 'string or null',
  },
  /** The specification has only `id`. The other fields are additions. */
  imported: {
    id: 'string',
    ids: ['string'],
    report: { counts: 'anything', repairs: 'list', keptAside: 'list' },
  },
} as const satisfies Record<string, Shape>;

export const canvas = {
  id: 'string',
  ...dated,
  title: 'string',
  format: 'string',
  data: { nodes: ['anything'], edges: ['anything'] },
  threat_model: reference,
  ...addedShape('canvas'),
} as const;

const componentFacts = {
  id: 'string',
  ...dated,
  title: 'string',
  description: 'string',
  ...addedShape('component'),
} as const;
const componentParts = {
  attributes: [{ id: 'string', title: 'string', description: 'string' }],
  threats: [{ id: 'string', title: 'string', status: 'string', is_custom: 'boolean' }],
} as const;
export const component = {
  item: { ...componentFacts, canvas: reference },
  itemOfCanvas: { ...componentFacts, ...componentParts },
  single: { ...componentFacts, canvas: reference, ...componentParts },
  created: {
    ...componentFacts,
    canvas: reference,
    attributes: componentParts.attributes,
    threats: 'list',
  },
} as const satisfies Record<string, Shape>;

export const threat = {
  single: {
    id: 'string',
    ...dated,
    ref_id: 'string',
    title: 'string',
    description: 'string',
    source: 'string or null',
    priority: 'string',
    status: 'string',
    is_custom: 'boolean',
    component: reference,
    ...addedShape('threat'),
  },
  itemOfComponent: {
    id: 'string',
    title: 'string',
    status: 'string',
    is_custom: 'boolean',
    neutralized_by: ['string'],
  },
} as const satisfies Record<string, Shape>;

const mitigationTexts = {
  title: 'string',
  definition: 'string',
  consideration: 'string or null',
  explanation: 'string or null',
  example: 'string or null',
  question: 'string or null',
} as const;
export const mitigation = {
  id: 'string',
  ...mitigationTexts,
  is_custom: 'boolean',
  status: 'string or null',
  threat: reference,
  ...addedShape('mitigation'),
} as const;

const commentOfThreat = {
  id: 'string',
  text: 'string',
  ...dated,
  is_edited: 'boolean',
  user: { id: 'string', avatar_uploaded_at: 'timestamp or null' },
  ...addedShape('comment'),
} as const;
export const comment = {
  single: { ...commentOfThreat, threat: reference },
  itemOfThreat: commentOfThreat,
} as const;

const resource = { url: 'string', title: 'string' } as const;
const deletable = { ...dated, deleted_at: 'timestamp or null' } as const;
const codexFull = { codex: reference, ...deletable } as const;

const attributeItem = {
  id: 'string',
  created_at: 'timestamp',
  title: 'string',
  description: 'string',
  aliases: ['string'],
} as const;
export const codexAttribute = {
  item: attributeItem,
  single: { ...attributeItem, resources: [resource] },
  written: {
    ...attributeItem,
    resources: [resource],
    aliases: [{ id: 'string', title: 'string' }],
  },
  full: {
    ...attributeItem,
    ...codexFull,
    resources: [resource],
    aliases: [{ id: 'string', title: 'string', ...deletable }],
  },
} as const satisfies Record<string, Shape>;

const codexMitigationFacts = { id: 'string', ...mitigationTexts, resources: [resource] } as const;
export const codexMitigation = {
  item: { id: 'string', created_at: 'timestamp', title: 'string', definition: 'string' },
  single: codexMitigationFacts,
  full: { ...codexMitigationFacts, ...codexFull },
} as const satisfies Record<string, Shape>;

/** The specification has only `item`. Our other shapes follow those of codex mitigations. */
const codexThreatFacts = {
  id: 'string',
  title: 'string',
  description: 'string',
  priority: 'string',
  resources: [resource],
} as const;
export const codexThreat = {
  item: {
    id: 'string',
    created_at: 'timestamp',
    title: 'string',
    description: 'string',
    priority: 'string',
  },
  single: codexThreatFacts,
  full: { ...codexThreatFacts, ...codexFull },
} as const satisfies Record<string, Shape>;

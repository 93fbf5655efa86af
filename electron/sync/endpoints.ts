import type { RecordKind } from '#shared/desktop/records.ts';
import type { SyncClient } from '../connection/api-client.ts';
import type { Values } from '../store/records.ts';

/** What the service answers of a record, whatever its kind: an id and fields. */
export type Remote = { id: string } & Values;

/**
 * The four calls that every kind of record has. Written as methods, because those take our records
 * as input although an enumerated field of theirs may hold a value that only another service knows:
 * such a record is sent as it is, and the service answers 400 to what it does not know.
 */
type Resource = {
  create(input: Values, options: { context: { idempotencyKey: string } }): Promise<Remote>;
  update(input: Values): Promise<Remote>;
  delete(input: { id: string }): Promise<unknown>;
  get(input: { id: string }): Promise<Remote>;
};

export const resources = (client: SyncClient): Record<RecordKind, Resource> => ({
  collection: client.collections,
  threatModel: client.threatModels,
  canvas: client.canvases,
  component: client.components,
  threat: client.threats,
  mitigation: client.mitigations,
  comment: client.comments,
});

type Sent = {
  /** How POST names the parent, and how an answer does. */
  parent: { input: string; output: string } | null;
  /** The content that POST takes; what is left is sent as an update behind it. */
  createFields: readonly string[];
  updateFields: readonly string[];
};

const longTexts = ['definition', 'consideration', 'explanation', 'example'];

/** What travels of each kind of record, as the tables of the specification have it. */
export const sentOf: Record<RecordKind, Sent> = {
  collection: {
    parent: null,
    createFields: ['title', 'description'],
    updateFields: ['title', 'description', 'color'],
  },
  threatModel: {
    parent: { input: 'collectionId', output: 'collection' },
    createFields: ['title', 'description'],
    updateFields: ['title', 'description', 'status', 'priority', 'due_to_date', 'archived_at'],
  },
  canvas: {
    parent: { input: 'threatModelId', output: 'threat_model' },
    createFields: ['title', 'format', 'data'],
    updateFields: ['title', 'format', 'data'],
  },
  component: {
    parent: { input: 'canvasId', output: 'canvas' },
    createFields: ['title', 'description'],
    updateFields: ['title', 'description'],
  },
  threat: {
    parent: { input: 'componentId', output: 'component' },
    createFields: ['title', 'description', 'priority', 'source', 'is_custom'],
    updateFields: ['title', 'description', 'priority', 'status'],
  },
  mitigation: {
    parent: { input: 'threatId', output: 'threat' },
    createFields: ['title', ...longTexts],
    updateFields: ['title', ...longTexts, 'status'],
  },
  comment: {
    parent: { input: 'threatId', output: 'threat' },
    createFields: ['text'],
    updateFields: ['text'],
  },
};

export const pick = (values: Values, fields: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)));

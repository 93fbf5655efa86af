import { z } from 'zod';

/**
 * The records of the local store, as the window sees them. Field names are those of the REST API; a
 * record names the one it belongs to by `parentId`. Enumerated fields are plain strings here,
 * because another service may use values that we do not know, and they are shown as they are.
 */
export const recordKinds = [
  'collection',
  'threatModel',
  'canvas',
  'component',
  'threat',
  'mitigation',
  'comment',
] as const;
export type RecordKind = (typeof recordKinds)[number];
export const recordKindSchema = z.enum(recordKinds);

const stamped = { created_at: z.string(), updated_at: z.string() };

/** What a person can say of a record: the fields that a change may carry. */
export const contentSchemas = {
  collection: z.object({
    title: z.string(),
    description: z.string().nullable(),
    color: z.string().nullable(),
  }),
  threatModel: z.object({
    title: z.string(),
    description: z.string(),
    status: z.string(),
    priority: z.string(),
    due_to_date: z.string().nullable(),
    archived_at: z.string().nullable(),
  }),
  /** Its drawing is not among them: that is changed by operations. */
  canvas: z.object({ title: z.string(), format: z.string() }),
  component: z.object({ title: z.string(), description: z.string() }),
  threat: z.object({
    title: z.string(),
    description: z.string(),
    priority: z.string(),
    status: z.string(),
    source: z.string().nullable(),
    is_custom: z.boolean(),
  }),
  mitigation: z.object({
    title: z.string(),
    definition: z.string(),
    consideration: z.string().nullable(),
    explanation: z.string().nullable(),
    example: z.string().nullable(),
    status: z.string().nullable(),
  }),
  comment: z.object({ text: z.string() }),
} as const satisfies Record<RecordKind, z.ZodObject>;

/** Whose child a record is; deleting a parent deletes what it holds. */
export const parentKind = {
  collection: null,
  threatModel: 'collection',
  canvas: 'threatModel',
  component: 'canvas',
  threat: 'component',
  mitigation: 'threat',
  comment: 'threat',
} as const satisfies Record<RecordKind, RecordKind | null>;

export type Content<K extends RecordKind> = z.infer<(typeof contentSchemas)[K]>;

/** What the store adds, or the service: `ref_id` is empty until the service has counted it. */
const held = { id: z.string(), ...stamped };
const child = { ...held, parentId: z.string() };

export const recordSchemas = {
  collection: contentSchemas.collection.extend(held),
  threatModel: contentSchemas.threatModel.extend(child),
  canvas: contentSchemas.canvas.extend(child),
  component: contentSchemas.component.extend(child),
  threat: contentSchemas.threat.extend({ ...child, ref_id: z.string() }),
  mitigation: contentSchemas.mitigation.extend({
    id: z.string(),
    parentId: z.string(),
    question: z.string().nullable(),
    is_custom: z.boolean(),
  }),
  comment: contentSchemas.comment.extend({
    ...child,
    is_edited: z.boolean(),
    user: z.object({ id: z.string() }),
  }),
} as const satisfies Record<RecordKind, z.ZodObject>;

export type StoredRecord<K extends RecordKind> = z.infer<(typeof recordSchemas)[K]>;

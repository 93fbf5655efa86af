import { z } from 'zod';
import { storedDocumentSchema } from '#shared/canvas/document.ts';
import { recordKindSchema } from '#shared/records/record-kinds.ts';
import { sentBody, sentSchema } from './sent-requests.ts';

/** A request that creates a record and got no response, so the service may have created the record. */
const unansweredSchema = z.object({
  kind: recordKindSchema,
  id: z.string(),
  idempotencyKey: z.string(),
  body: z.record(z.string(), z.unknown()),
  attempts: z.number(),
  sentAfter: z.string().nullable().default(null),
  honorsKey: z.boolean().default(false),
});
export type UnansweredCreate = z.infer<typeof unansweredSchema>;
export const unansweredCreates = z.array(unansweredSchema).default([]);

/** Unanswered updates and deletes of records. */
export const followedRequests = z
  .array(z.object({ kind: recordKindSchema, id: z.string(), sent: z.array(sentSchema) }))
  .default([]);

/**
 * The conflicts about descendants that were deleted before this record, as `conflicts.ts` stores them.
 * They are a part of this delete, and are open again if this delete is undone.
 */
export const contestedDeletes = z.array(z.unknown()).default([]);

/**
 * The delete snapshot: the deleted record as it was last synced. It shows if others changed the record
 * before the delete is sent.
 */
export const snapshotSchema = z.object({
  base: z.record(z.string(), z.unknown()).nullable(),
  drawing: storedDocumentSchema.nullable(),
  parentId: z.string().nullable(),
  etag: z.string().nullable(),
  /** The stamp of every deleted descendant (see record-stamp.ts), by `kind:id`. */
  held: z.record(z.string(), z.string()),
  /**
   * The service's version of each descendant, except canvases, whose create was answered after the delete, by
   * `kind:id`. If the delete is undone, it is the base of the descendant.
   */
  made: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  /**
   * Updates of the record that were sent before the delete and got no response. The service may have
   * stored them.
   */
  sent: z
    .union([z.array(sentSchema), sentBody])
    .nullish()
    .transform((sent) => sent ?? []),
  /** Unanswered updates and deletes of deleted descendants. */
  followed: followedRequests,
  /** Unanswered creates of deleted descendants. The service may have created these records. */
  unanswered: unansweredCreates,
  contested: contestedDeletes,
});
export type DeleteSnapshot = z.infer<typeof snapshotSchema>;

import { z } from 'zod';
import { edgeSchema, nodeSchema, verbatimDocument } from '../canvas/document.ts';
import { recordKindSchema } from '../records/record-kinds.ts';
import { problemKindSchema } from './connections.ts';

/**
 * The schemas in this module describe the sync data for the window. `sync.status` emits whenever the
 * status, the pending changes, or the conflicts may have changed, so that the window repeats its
 * queries. A decision about a conflict or a pending change may change records. In this case the window
 * also gets an event of origin `sync`, so that an open canvas reads its document again.
 */
const count = z.number().int();

/**
 * Why sync is paused until the person acts. During every hold, unsynced changes stay, and nothing is
 * deleted in the store.
 * `signIn`: the service rejects the credentials, or there are none.
 * `disabled`: the account is disabled.
 * `addressNotAllowed`: the credentials are not valid from the network address of this computer.
 * `restored`: the service has an older state than before, for example after a restored backup.
 * `unfamiliar`: the service has none of the known records, as if the address belonged to another
 * service.
 * `serviceDamaged`: the database of the built-in service cannot be read.
 */
const holds = [
  'signIn',
  'disabled',
  'addressNotAllowed',
  'restored',
  'unfamiliar',
  'serviceDamaged',
] as const;

/**
 * `saved`: nothing is pending. `syncing`: changes are being sent. `pending`: changes are pending.
 * `offline`: the service does not respond, or nothing is pending but remote changes cannot be read.
 * `attention`: a change was rejected, a conflict is open, or `hold` says why sync is paused.
 */
export const syncStatusSchema = z.object({
  state: z.enum(['saved', 'syncing', 'pending', 'offline', 'attention']),
  /** The number of pending changes, without rejected ones. */
  pending: count,
  rejected: count,
  /** The number of records with an open conflict. */
  conflicts: count,
  /** Why sync is paused until the person acts, or `null` if sync is not paused. */
  hold: z.enum(holds).nullable(),
  /**
   * True if the person is waiting for the current sync pass, because the person asked for it or has no
   * data yet.
   */
  isAwaited: z.boolean(),
  /**
   * Why nothing can be sent now, in the words of the service or the system. `null` if there is no such
   * failure.
   */
  reason: z.string().nullable(),
  /** The same reason as a code, or `null` if the window has no text of its own for the reason. */
  problem: problemKindSchema.nullable(),
  /** Progress of a first or full reading, in records, or `null` at all other times. */
  fetching: z.object({ done: count, total: count }).nullable(),
  /**
   * Progress of a long send, in changes, or `null` at all other times. The total includes changes made
   * during the send.
   */
  sending: z.object({ done: count, total: count }).nullable(),
  connection: z.string(),
  lastSyncedAt: z.string().nullable(),
});

/**
 * The old and new numbers of threats. The numbers changed because the service could not restore these
 * threats after an undo, so they were created again.
 */
export const renumberedSchema = z.array(z.object({ from: z.string(), to: z.string() }));

/**
 * Why the service rejected a change.
 * `noPermission`: the person may not make this change.
 * `missingScope`: the connection's credentials lack a scope.
 * `missing`: the service doesn't have the record or its parent.
 * `changed`: the record has another version at the service.
 * `conflict`: the change contradicts other data.
 * `possibleDuplicate`: the service may already have the new record. `reason` is the name of the existing
 * record.
 * `unknownRecord`: the service created a record without returning it.
 */
const rejectionProblems = [
  'noPermission',
  'missingScope',
  'notInPlan',
  'invalid',
  'missing',
  'changed',
  'conflict',
  'tooLarge',
  'unsupported',
  'possibleDuplicate',
  'unknownRecord',
] as const;

export const rejectionProblemSchema = z.enum(rejectionProblems);

const rejectionSchema = z.object({
  /** `null` if only `reason` explains the rejection. */
  problem: rejectionProblemSchema.nullable(),
  /** The message of the service or, for `possibleDuplicate`, the name of the existing record. */
  reason: z.string(),
});

/** One pending or rejected change. */
export const pendingChangeSchema = z.object({
  seq: count,
  kind: recordKindSchema,
  id: z.string(),
  op: z.enum(['create', 'update', 'delete']),
  /** The record's title or a comment's text. Empty if the record no longer exists. */
  title: z.string(),
  /**
   * The changed fields of an update. `data` stands for the document of a canvas. The list is empty for a
   * create or a delete.
   */
  fields: z.array(z.string()),
  /** `null` while the change is pending. */
  rejection: rejectionSchema.nullable(),
  /** The number of times that the change was sent and no response arrived. */
  attempts: count,
});

/**
 * `fields`, `canvas`: both sides changed the same values.
 * `deletedThere`: the person changed a record, and others deleted it.
 * `accessLost`: the person changed a record in a collection that the service no longer shows.
 * `editedThere`: the person deleted a record, and others changed it before the delete arrived.
 */
export const conflictTypes = [
  'fields',
  'canvas',
  'deletedThere',
  'accessLost',
  'editedThere',
] as const;

export const conflictKeySchema = z.object({ kind: recordKindSchema, id: z.string() });

export const conflictSummarySchema = conflictKeySchema.extend({
  title: z.string(),
  type: z.enum(conflictTypes),
  /** The number of choices that the person has to make. */
  count,
  /**
   * The record's canvas, with the titles of the model and the canvas, or `null` for a record without a
   * canvas.
   */
  location: z.object({ id: z.string(), titles: z.array(z.string()) }).nullable(),
});

const fieldConflict = z.object({
  field: z.string(),
  base: z.unknown(),
  mine: z.unknown(),
  theirs: z.unknown(),
});

const values = z.record(z.string(), z.unknown());

/**
 * One side's version of an element that both sides changed, or `null` if this side does not have the
 * element.
 */
const drawn = z.union([nodeSchema, edgeSchema]).nullable();
const elementConflict = z.object({
  element: z.enum(['node', 'edge']),
  id: z.string(),
  base: drawn,
  mine: drawn,
  theirs: drawn,
  /**
   * The fields that both sides changed differently. The list is empty if one side does not have the
   * element.
   */
  fields: z.array(z.string()),
});

/**
 * A conflict with all its values. A `canvas` conflict also has `fields`, because the title of the canvas
 * can be in conflict too.
 */
export const conflictSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('fields'), fields: z.array(fieldConflict) }),
  z.object({
    type: z.literal('canvas'),
    base: verbatimDocument,
    mine: verbatimDocument,
    theirs: verbatimDocument,
    conflicts: z.array(elementConflict),
    fields: z.array(fieldConflict),
  }),
  /** `mine` is the local record. */
  z.object({ type: z.literal('deletedThere'), mine: values }),
  z.object({ type: z.literal('accessLost'), mine: values }),
  /**
   * `base` is the record at the time when the person deleted it. `theirs` is the service's current
   * version.
   */
  z.object({ type: z.literal('editedThere'), base: values, theirs: values }),
]);

const sides = z.enum(['mine', 'theirs']);

/**
 * The side for each choice. The key of a choice is the name of a field, `node:<id>`, `edge:<id>`, or
 * `record` for a conflict with a deletion. Choices that are not listed stay open.
 * For `record`, the sides mean the following.
 * `deletedThere`: `mine` creates the record and its descendants again, and `theirs` deletes them in the
 * store.
 * `accessLost`: `mine` makes a copy of the record, and `theirs` deletes it in the store.
 * `editedThere`: `mine` deletes the record at the service, and `theirs` restores it in the store.
 */
export const resolutionSchema = conflictKeySchema.extend({
  choices: z.record(z.string(), sides),
});

/** One side for all choices in several conflicts. */
export const resolutionOfManySchema = z.object({
  conflicts: z.array(conflictKeySchema),
  side: sides,
});

/**
 * The number of undo steps that a resolution added to each history. The next undo reverts the newest of
 * these steps.
 */
export const decidedSchema = z.array(z.object({ scope: z.string(), steps: count }));

/**
 * The decision that ends the hold `restored` or `unfamiliar`. `send` writes the local state to the
 * service. `take` replaces the local state with that of the service.
 */
export const holdDecisionSchema = z.object({ choice: z.enum(['send', 'take']) });

export const entrySeqSchema = z.object({ seq: count });

export type Hold = (typeof holds)[number];
export type Renumbered = z.infer<typeof renumberedSchema>;
export type SyncStatus = z.infer<typeof syncStatusSchema>;
export type RejectionProblem = z.infer<typeof rejectionProblemSchema>;
export type Rejection = z.infer<typeof rejectionSchema>;
export type PendingChange = z.infer<typeof pendingChangeSchema>;
export type ConflictSummary = z.infer<typeof conflictSummarySchema>;
export type Conflict = z.infer<typeof conflictSchema>;
export type ConflictKey = z.infer<typeof conflictKeySchema>;
export type Resolution = z.infer<typeof resolutionSchema>;
export type ResolutionOfMany = z.infer<typeof resolutionOfManySchema>;
export type Decided = z.infer<typeof decidedSchema>;
export type Side = z.infer<typeof sides>;

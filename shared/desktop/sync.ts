import { z } from 'zod';
import { canvasDocumentSchema, edgeSchema, nodeSchema } from '../canvas/document.ts';
import { problemKindSchema } from './connections.ts';
import { recordKindSchema } from './records.ts';

/**
 * What the window is told of synchronization. Whenever one of these answers may have changed, the
 * status is announced again (`sync.status`): it is the event on which open queries of waiting
 * entries and conflicts are made again. What changed in records or drawings by resolving or
 * discarding is told as news of origin `sync`, so that an open canvas reads its drawing again.
 */
const count = z.number().int();

/**
 * `signIn`: the service refuses the credentials, or there are none. `disabled`: it has disabled the
 * account. `addressNotAllowed`: it does not take this credential from here. `restored`: it has an
 * older state than it had before, as after a backup was put back. `unfamiliar`: it has nothing of
 * what it is known by here, as behind another address. `serviceDamaged`: the database of the service
 * on this computer cannot be read. In all of them what is unsent is kept, and
 * nothing is taken away here.
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
 * `saved`: nothing waits. `syncing`, `waiting`: something is being sent, or waits for the service.
 * `offline`: the service does not answer, or nothing waits and what others changed cannot be read.
 * `attention`: something was set aside, a conflict is open, or `hold` says why everything waits.
 */
export const syncStatusSchema = z.object({
  state: z.enum(['saved', 'syncing', 'waiting', 'offline', 'attention']),
  /** How many changes wait, without those that were set aside. */
  waiting: count,
  setAside: count,
  /** How many records have an open conflict. */
  conflicts: count,
  /** Why everything waits for the person; `null` while it does not. */
  hold: z.enum(holds).nullable(),
  /** Whether a person waits for what is under way: they asked for it, or have nothing here yet. */
  isAwaited: z.boolean(),
  /** In the service's or the system's own words why nothing can be sent now. */
  reason: z.string().nullable(),
  /** The same, where the system says it by a code that the window has better words for. */
  problem: problemKindSchema.nullable(),
  /** How many records of a first or full reading have arrived, and how many there are. */
  fetching: z.object({ done: count, total: count }).nullable(),
  connection: z.string(),
  lastSyncedAt: z.string().nullable(),
});

/** One change that the service has not taken yet. */
export const waitingEntrySchema = z.object({
  seq: count,
  kind: recordKindSchema,
  id: z.string(),
  op: z.enum(['create', 'update', 'delete']),
  /** The record's title, or a comment's text; empty where nothing is known of it any more. */
  title: z.string(),
  /** Of an update: the changed fields (`data` is a canvas's drawing). Otherwise empty. */
  fields: z.array(z.string()),
  /** Why the service refused it, in its words; `null` while it simply waits its turn. */
  setAside: z.string().nullable(),
  /** How often it left here without an answer. */
  attempts: count,
});

/**
 * `fields`, `canvas`: both sides changed the same. `deletedThere`: changed here, deleted by others.
 * `accessLost`: changed here, in a collection that the service does not show any more.
 * `editedThere`: deleted here, changed by others before the delete arrived.
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
  /** How many choices there are to make. */
  count,
});

const fieldConflict = z.object({
  field: z.string(),
  base: z.unknown(),
  mine: z.unknown(),
  theirs: z.unknown(),
});

const values = z.record(z.string(), z.unknown());

/** An element of a drawing that both sides changed; `null` where it is not there. */
const drawn = z.union([nodeSchema, edgeSchema]).nullable();
const elementConflict = z.object({
  element: z.enum(['node', 'edge']),
  id: z.string(),
  base: drawn,
  mine: drawn,
  theirs: drawn,
  /** Empty where it is about being there or not. */
  fields: z.array(z.string()),
});

/** A canvas may have conflicting fields (its title) besides its drawing, hence `fields`. */
export const conflictSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('fields'), fields: z.array(fieldConflict) }),
  z.object({
    type: z.literal('canvas'),
    base: canvasDocumentSchema,
    mine: canvasDocumentSchema,
    theirs: canvasDocumentSchema,
    conflicts: z.array(elementConflict),
    fields: z.array(fieldConflict),
  }),
  /** `mine` is the record as it is here. */
  z.object({ type: z.literal('deletedThere'), mine: values }),
  z.object({ type: z.literal('accessLost'), mine: values }),
  /** `base` is the record as it was when it was deleted here, `theirs` as it is there now. */
  z.object({ type: z.literal('editedThere'), base: values, theirs: values }),
]);

/**
 * Keys: a field's name, `node:<id>` or `edge:<id>`, and `record` for the two kinds of deletion.
 * What is not named stays open.
 */
export const resolutionSchema = conflictKeySchema.extend({
  choices: z.record(z.string(), z.enum(['mine', 'theirs'])),
});

/**
 * What to do at a service that went back, or that does not know us: `send` makes and changes there
 * what is here, `take` shows here what is there.
 */
export const settlementSchema = z.object({ choice: z.enum(['send', 'take']) });

export const entrySeqSchema = z.object({ seq: count });

export type Hold = (typeof holds)[number];
export type SyncStatus = z.infer<typeof syncStatusSchema>;
export type WaitingEntry = z.infer<typeof waitingEntrySchema>;
export type ConflictSummary = z.infer<typeof conflictSummarySchema>;
export type Conflict = z.infer<typeof conflictSchema>;
export type ConflictKey = z.infer<typeof conflictKeySchema>;
export type Resolution = z.infer<typeof resolutionSchema>;

import { z } from 'zod';
import { canvasDocumentSchema } from '../canvas/document.ts';
import { canvasOperationSchema } from '../canvas/operation.ts';
import { recordKindSchema } from './records.ts';

/**
 * One thing done to one record. The id of a new record is made by the window (a UUID) and never
 * changes there. `values` is checked against the kind's content by the store; what a new record
 * does not say takes the service's defaults. A new canvas may bring its drawing as `document`.
 */
const recordChangeSchema = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('create'),
    kind: recordKindSchema,
    id: z.uuid(),
    parentId: z.string().nullable(),
    values: z.record(z.string(), z.unknown()),
    document: canvasDocumentSchema.optional(),
  }),
  z.object({
    op: z.literal('update'),
    kind: recordKindSchema,
    id: z.string(),
    values: z.record(z.string(), z.unknown()),
  }),
  z.object({ op: z.literal('delete'), kind: recordKindSchema, id: z.string() }),
]);

/**
 * One gesture of a person: what it does to the canvas and to records, together or not at all.
 * `scope` says whose undo history it enters: a canvas id, or `workspace` for everything outside a
 * canvas. `label` is the key of the text that names it ("Undo *move*").
 */
export const changeSchema = z.object({
  scope: z.string(),
  label: z.string(),
  canvas: z
    .object({
      canvasId: z.string(),
      operation: canvasOperationSchema,
      inverse: canvasOperationSchema,
    })
    .optional(),
  records: z.array(recordChangeSchema).default([]),
});

export type RecordChange = z.infer<typeof recordChangeSchema>;
export type Change = z.infer<typeof changeSchema>;
export const workspaceScope = 'workspace';

/** The history of one scope, for the menu: the labels of what undo and redo would reach. */
export const historySchema = z.object({
  undo: z.string().nullable(),
  redo: z.string().nullable(),
});

/**
 * What an undo or redo did: `operation` is to be applied to the canvas that is open. `groundGone`:
 * nothing of it could be done, because others took away what it had changed.
 */
export const historyStepSchema = z
  .object({
    label: z.string(),
    groundGone: z.boolean(),
    canvas: z.object({ canvasId: z.string(), operation: canvasOperationSchema }).nullable(),
  })
  .nullable();

export type HistoryStep = z.infer<typeof historyStepSchema>;

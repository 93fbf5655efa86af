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
  /** Brings a deleted component back as it was, with everything that it held. */
  z.object({ op: z.literal('restore'), kind: z.literal('component'), id: z.string() }),
]);

/** What a gesture does to one drawing, and what leads back. */
const drawingChangeSchema = z.object({
  canvasId: z.string(),
  operation: canvasOperationSchema,
  inverse: canvasOperationSchema,
});

/**
 * One gesture of a person: what it does to drawings and to records, together or not at all; each
 * drawing is named at most once. `scope` says whose undo history it enters: a threat model's id for
 * whatever is done inside it, its canvases included, or `workspace` for collections and models.
 * `label` is the key of the text that names it ("Undo *move*"). `canvasOrder` puts the canvases of
 * a model in an order, which is kept in this store alone.
 */
export const changeSchema = z.object({
  scope: z.string(),
  label: z.string(),
  drawings: z.array(drawingChangeSchema).default([]),
  records: z.array(recordChangeSchema).default([]),
  canvasOrder: z.object({ modelId: z.string(), canvasIds: z.array(z.string()) }).optional(),
});

export type DrawingChange = z.infer<typeof drawingChangeSchema>;
export type RecordChange = z.infer<typeof recordChangeSchema>;
export type Change = z.infer<typeof changeSchema>;
/** A change as it is said: what there is nothing of may be left out. */
export type SaidChange = z.input<typeof changeSchema>;
export const workspaceScope = 'workspace';

/** The history of one scope, for the menu: the labels of what undo and redo would reach. */
export const historySchema = z.object({
  undo: z.string().nullable(),
  redo: z.string().nullable(),
});

const drawnSchema = z.object({ canvasId: z.string(), operation: canvasOperationSchema });

/**
 * What an undo or redo did. `drawings`: the operations on each canvas, to be applied to the one that
 * is open. `canvasIds`: every canvas it touched that is there now, by its drawing or by a record that
 * belongs to it; `goneCanvasIds`: those that went with it. `componentIds`: the components whose records it touched. `groundGone`: nothing of it
 * could be done, because others took away what it had changed.
 */
export const historyStepSchema = z
  .object({
    label: z.string(),
    groundGone: z.boolean(),
    drawings: z.array(drawnSchema),
    canvasIds: z.array(z.string()),
    goneCanvasIds: z.array(z.string()),
    componentIds: z.array(z.string()),
  })
  .nullable();

export type HistoryStep = z.infer<typeof historyStepSchema>;

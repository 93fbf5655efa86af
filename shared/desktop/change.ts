import { z } from 'zod';
import { canvasDocumentSchema } from '../canvas/document.ts';
import { canvasOperationSchema } from '../canvas/operation.ts';
import { recordKindSchema } from '../records/record-kinds.ts';

/**
 * One change of one record. The window generates the ID of a new record (a UUID), and it never
 * changes in the store. The store checks `values` against the kind's content. Missing values of a
 * new record get the service's defaults. A new canvas may include its document as `document`.
 */
const recordChangeSchema = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('create'),
    kind: recordKindSchema,
    id: z.uuid(),
    parentId: z.string().nullable(),
    values: z.record(z.string(), z.unknown()),
    document: canvasDocumentSchema.optional(),
    /** The ID of the old threat if a threat is moved here from another component. Its number is kept. */
    movedFrom: z.string().optional(),
  }),
  z.object({
    op: z.literal('update'),
    kind: recordKindSchema,
    id: z.string(),
    values: z.record(z.string(), z.unknown()),
  }),
  z.object({ op: z.literal('delete'), kind: recordKindSchema, id: z.string() }),
  /** Restores a deleted component with all of its descendants. */
  z.object({ op: z.literal('restore'), kind: z.literal('component'), id: z.string() }),
  /** Restores a record with its descendants as they are stored in a version of a canvas. */
  z.object({
    op: z.literal('restoreVersion'),
    kind: z.enum(['component', 'threat', 'mitigation']),
    id: z.string(),
    version: z.number().int(),
  }),
]);

/** A gesture's operation on one canvas, and its inverse. */
const drawingChangeSchema = z.object({
  canvasId: z.string(),
  operation: canvasOperationSchema,
  inverse: canvasOperationSchema,
});

/**
 * One gesture: all of its changes to canvases and records succeed or fail together. Each canvas is
 * named at most once. `scope` is the undo history: the ID of a threat model for all changes inside
 * it, or `workspace` for collections and models. `label` is the text key of its name ("Undo
 * *move*"). `canvasOrders` sort the canvases of models, only in this store.
 */
export const changeSchema = z.object({
  scope: z.string(),
  label: z.string(),
  drawings: z.array(drawingChangeSchema).default([]),
  records: z.array(recordChangeSchema).default([]),
  canvasOrders: z
    .array(z.object({ modelId: z.string(), canvasIds: z.array(z.string()) }))
    .default([]),
});

export type DrawingChange = z.infer<typeof drawingChangeSchema>;
export type RecordChange = z.infer<typeof recordChangeSchema>;
export type Change = z.infer<typeof changeSchema>;
/** A change as callers pass it: empty lists can be left out. */
export type ChangeInput = z.input<typeof changeSchema>;
export const workspaceScope = 'workspace';

/** The history of one scope for the menu: the labels of the next undo and redo. */
export const historySchema = z.object({
  undo: z.string().nullable(),
  redo: z.string().nullable(),
});

/** An operation on one canvas. */
export const drawnSchema = z.object({ canvasId: z.string(), operation: canvasOperationSchema });

/**
 * The result of an undo or redo. `drawings`: the operations by canvas, to be applied if the canvas
 * is open. `canvasIds`: the existing canvases whose document or records changed. `deletedCanvasIds`:
 * the canvases that the undo or redo deleted. `componentIds`: the components whose records changed.
 * `isTargetDeleted`: nothing could be undone, because others have deleted the target of the change.
 */
export const historyStepSchema = z
  .object({
    label: z.string(),
    isTargetDeleted: z.boolean(),
    drawings: z.array(drawnSchema),
    canvasIds: z.array(z.string()),
    deletedCanvasIds: z.array(z.string()),
    componentIds: z.array(z.string()),
  })
  .nullable();

export type HistoryStep = z.infer<typeof historyStepSchema>;

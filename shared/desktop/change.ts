import { z } from 'zod';
import { verbatimDocument } from '../canvas/document.ts';
import { canvasOperationSchema } from '../canvas/operation.ts';
import { recordKindSchema } from '../records/record-kinds.ts';

/** One change of one record. The store checks `values` against the schema of the record's kind. */
const recordChangeSchema = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('create'),
    kind: recordKindSchema,
    /** A UUID that the window generates. It never changes in the store. */
    id: z.uuid(),
    parentId: z.string().nullable(),
    /** Fields that are missing get the default values of the service. */
    values: z.record(z.string(), z.unknown()),
    /** The document of a new canvas. */
    document: verbatimDocument.optional(),
    /**
     * The old ID of a threat that this change moves from another component. The threat is created again
     * with a new ID and keeps its number. Undefined if the change moves nothing.
     */
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

/** The operation of a gesture on one canvas, and the inverse of the operation. */
const drawingChangeSchema = z.object({
  canvasId: z.string(),
  operation: canvasOperationSchema,
  inverse: canvasOperationSchema,
});

/** One gesture. Its changes to canvases and records succeed or fail together. */
export const changeSchema = z.object({
  /**
   * The undo history: the ID of a threat model for changes inside the model, or `workspace` for changes
   * to collections and models.
   */
  scope: z.string(),
  /** The translation key of the gesture's name, which the menu shows, such as “move” in “Undo move”. */
  label: z.string(),
  /** At most one change for each canvas. */
  drawings: z.array(drawingChangeSchema).default([]),
  records: z.array(recordChangeSchema).default([]),
  /** The new order of the canvases in each model, which is stored only on this computer. */
  canvasOrders: z
    .array(z.object({ modelId: z.string(), canvasIds: z.array(z.string()) }))
    .default([]),
});

export type DrawingChange = z.infer<typeof drawingChangeSchema>;
export type RecordChange = z.infer<typeof recordChangeSchema>;
export type Change = z.infer<typeof changeSchema>;
/** The form of a change that callers pass. They can leave out empty lists. */
export type ChangeInput = z.input<typeof changeSchema>;
export const workspaceScope = 'workspace';

/**
 * The labels of the next undo and the next redo in a scope, for the menu. A label is `null` if there is
 * nothing to undo or redo.
 */
export const historySchema = z.object({
  undo: z.string().nullable(),
  redo: z.string().nullable(),
});

/** An operation on one canvas. */
export const drawnSchema = z.object({ canvasId: z.string(), operation: canvasOperationSchema });

/** The result of an undo or redo, or `null` if there was nothing to undo or redo. */
export const historyStepSchema = z
  .object({
    label: z.string(),
    /**
     * True if the undo or redo changed nothing, because others have deleted the record that it would
     * change.
     */
    isTargetDeleted: z.boolean(),
    /**
     * One operation for each changed canvas. The window applies only the operation for its open canvas.
     */
    drawings: z.array(drawnSchema),
    /** The existing canvases whose documents or records changed. */
    canvasIds: z.array(z.string()),
    /** The canvases that the undo or redo deleted. */
    deletedCanvasIds: z.array(z.string()),
    /** The components whose records changed. */
    componentIds: z.array(z.string()),
  })
  .nullable();

export type HistoryStep = z.infer<typeof historyStepSchema>;

import { z } from 'zod';
import { drawnSchema } from './change.ts';

/** Nodes to move with their descendants to another canvas of the model, or to a new one. */
export const moveElementsSchema = z.object({
  canvasId: z.string(),
  nodeIds: z.array(z.string()),
  to: z.union([z.object({ canvasId: z.string() }), z.object({ title: z.string() })]),
});

export const movedElementsSchema = z.object({
  /** The target canvas, and the elements to select on it. */
  canvasId: z.string(),
  elementIds: z.array(z.string()),
  /** The number of flows that were removed, because only one of their ends was moved. */
  cutFlows: z.int(),
  /** The operations on the canvases that existed before the move. */
  drawings: z.array(drawnSchema),
});

/** The maximum number of models in one copy or move. */
const modelsAtOnce = 200;
export const duplicateModelsSchema = z.object({
  models: z.array(z.object({ id: z.string(), title: z.string() })).max(modelsAtOnce),
});
export const moveModelsSchema = z.object({
  ids: z.array(z.string()).max(modelsAtOnce),
  collectionId: z.string(),
});
/** The old and the new ID of each copied or moved record. */
const renewed = z.array(z.object({ from: z.string(), to: z.string() }));
export const copiedModelsSchema = z.object({
  /** The label of the change in the undo history. */
  label: z.string(),
  models: renewed,
  canvases: renewed,
});

export type MoveElements = z.infer<typeof moveElementsSchema>;
export type DuplicateModels = z.infer<typeof duplicateModelsSchema>;
export type MoveModels = z.infer<typeof moveModelsSchema>;
export type CopiedModels = z.infer<typeof copiedModelsSchema>;

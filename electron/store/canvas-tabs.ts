import type { CanvasOrder } from './canvas-order.ts';
import { inOrder } from './in-order.ts';
import { present, type Records } from './records.ts';

type Parts = { records: Pick<Records, 'children'>; canvasOrder: Pick<CanvasOrder, 'sorted'> };

/** Reads the canvases of a model in the order of its tabs. */
export const createCanvasTabs =
  ({ records, canvasOrder }: Parts) =>
  (modelId: string): { id: string; title: string }[] =>
    canvasOrder.sorted(modelId, inOrder(records.children('canvas', modelId))).map((row) => {
      const { id, title } = present('canvas', row);
      return { id, title };
    });

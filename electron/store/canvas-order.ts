import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const orderRow = z.object({ canvas_ids: z.string() });

/**
 * Stores the order that a person gave the canvases of a model. The order is only in this store, because
 * the service has no such order. It consists of local IDs, including those of deleted canvases, so that
 * a restored canvas returns to its position.
 */
export const createCanvasOrder = (database: DatabaseSync) => {
  const select = database.prepare('SELECT canvas_ids FROM canvas_order WHERE model_id = ?');
  const upsert = database.prepare(
    'INSERT OR REPLACE INTO canvas_order (model_id, canvas_ids) VALUES (?, ?)',
  );
  const remove = database.prepare('DELETE FROM canvas_order WHERE model_id = ?');

  const of = (modelId: string): string[] | null => {
    const row = select.get(modelId);
    return row ? z.array(z.string()).parse(JSON.parse(orderRow.parse(row).canvas_ids)) : null;
  };

  return {
    /**
     * Returns the chosen order. Returns `null` if nobody chose one; canvases are then sorted by creation
     * time.
     */
    of,

    /** Sets the order and returns the previous one. */
    set: (modelId: string, canvasIds: readonly string[] | null): string[] | null => {
      const before = of(modelId);
      if (canvasIds === null) remove.run(modelId);
      else upsert.run(modelId, JSON.stringify(canvasIds));
      return before;
    },

    /** Sorts canvases in the chosen order. Canvases that are missing in it follow at the end. */
    sorted: <Canvas extends { id: string }>(
      modelId: string,
      canvases: readonly Canvas[],
    ): readonly Canvas[] => {
      const ranks = new Map(of(modelId)?.map((id, rank) => [id, rank]));
      const rankOf = ({ id }: Canvas): number => ranks.get(id) ?? ranks.size;
      return ranks.size === 0 ? canvases : canvases.toSorted((a, b) => rankOf(a) - rankOf(b));
    },
  };
};

export type CanvasOrder = ReturnType<typeof createCanvasOrder>;

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const orderRow = z.object({ canvas_ids: z.string() });

/**
 * The order that a person gave the canvases of a model. The service knows none, so it is kept here
 * alone: by the ids of this store, those of canvases that are gone included, because one that comes
 * back has its place again.
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
    /** `null` where nobody chose one: they stand in the order in which they were made. */
    of,

    /** Puts them in an order, and tells what it was. */
    set: (modelId: string, canvasIds: readonly string[] | null): string[] | null => {
      const before = of(modelId);
      if (canvasIds === null) remove.run(modelId);
      else upsert.run(modelId, JSON.stringify(canvasIds));
      return before;
    },

    /** Canvases in the order that was chosen; what was made since stands at the end. */
    sorted: <Canvas extends { id: string }>(
      modelId: string,
      canvases: readonly Canvas[],
    ): readonly Canvas[] => {
      const places = new Map(of(modelId)?.map((id, place) => [id, place]));
      const placeOf = ({ id }: Canvas): number => places.get(id) ?? places.size;
      return places.size === 0 ? canvases : canvases.toSorted((a, b) => placeOf(a) - placeOf(b));
    },
  };
};

export type CanvasOrder = ReturnType<typeof createCanvasOrder>;

import type { CanvasEntry, CollectionEntry, ModelEntry } from './use-overview.ts';

/** Where in the workspace the window is. */
export type Place = {
  collection: CollectionEntry | null;
  model: ModelEntry | null;
  canvas: CanvasEntry | null;
};

export const nowhere: Place = { collection: null, model: null, canvas: null };

export const placeIn = (
  overview: readonly CollectionEntry[],
  { modelId, canvasId }: { modelId?: string | undefined; canvasId?: string | undefined },
): Place => {
  for (const collection of overview) {
    for (const model of collection.models) {
      const canvas = model.canvases.find((each) => each.id === canvasId) ?? null;
      if (canvas || model.id === modelId) return { collection, model, canvas };
    }
  }
  return nowhere;
};

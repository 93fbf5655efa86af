import type { Overview } from '#shared/desktop/contract.ts';

export type CollectionEntry = Overview[number];
export type ModelEntry = CollectionEntry['models'][number];
export type CanvasEntry = ModelEntry['canvases'][number];

/** A collection or model that can be opened, renamed, and deleted. */
export type NamedRecord =
  | { kind: 'collection'; entry: CollectionEntry }
  | { kind: 'threatModel'; entry: ModelEntry };

export type WorkspaceLocation = {
  collection: CollectionEntry | null;
  model: ModelEntry | null;
  canvas: CanvasEntry | null;
};

export const noLocation: WorkspaceLocation = { collection: null, model: null, canvas: null };

export const locationIn = (
  overview: readonly CollectionEntry[],
  { modelId, canvasId }: { modelId?: string | undefined; canvasId?: string | undefined },
): WorkspaceLocation => {
  for (const collection of overview) {
    for (const model of collection.models) {
      const canvas = model.canvases.find((each) => each.id === canvasId) ?? null;
      if (canvas || model.id === modelId) return { collection, model, canvas };
    }
  }
  return noLocation;
};

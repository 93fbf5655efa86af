import type { Overview } from '#shared/desktop/contract.ts';
import { queries } from '../app/desktop.ts';
import { openCanvas, openModel } from '../app/open-canvas.ts';
import { queryClient } from '../app/query-client.ts';
import type { ModelEntry } from './use-overview.ts';

const without = (overview: Overview, canvasId: string): Overview =>
  overview.map((collection) => ({
    ...collection,
    models: collection.models.map((model) => ({
      ...model,
      canvases: model.canvases.filter(({ id }) => id !== canvasId),
    })),
  }));

/** From a canvas that goes to the one beside it, or to the page of a model that has none left. */
export const leaveCanvas = ({ id: modelId, canvases }: ModelEntry, canvasId: string): void => {
  const at = canvases.findIndex(({ id }) => id === canvasId);
  const next = canvases[at + 1] ?? canvases[at - 1];
  if (next) {
    openCanvas(next.id);
    return;
  }
  // That page goes on to the first canvas it knows of, and must not know of this one any more.
  const queryKey = queries.workspace.overview.queryKey();
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (known) => known && without(known, canvasId));
  openModel(modelId);
};

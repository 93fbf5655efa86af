import type { ModelContent } from '../otm/content.ts';

/** Returns a model with one canvas, and the components that were created on it or are shown on it. */
export const onlyCanvas = (model: ModelContent, canvasId: string): ModelContent => {
  const canvases = model.canvases.filter(({ id }) => id === canvasId);
  const drawnIds = new Set(
    canvases
      .flatMap(({ data: { nodes, edges } }) => [...nodes, ...edges])
      .map(({ data }) => data?.componentId),
  );
  const components = model.components.filter(
    (component) => component.canvasId === canvasId || drawnIds.has(component.id),
  );
  return { ...model, canvases, components };
};

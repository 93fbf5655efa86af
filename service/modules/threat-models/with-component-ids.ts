import type { CanvasDocument } from '#shared/canvas/document.ts';

/**
 * Replaces the component IDs of nodes and edges, or removes those for which `idOf` returns
 * `undefined`.
 */
export const withComponentIds = (
  document: CanvasDocument,
  idOf: (componentId: string) => string | undefined,
): CanvasDocument => {
  const exchanged = <Item extends { data?: { componentId?: string | undefined } | undefined }>(
    item: Item,
  ): Item => {
    if (item.data?.componentId === undefined) return item;
    const { componentId, ...rest } = item.data;
    const id = idOf(componentId);
    return { ...item, data: id === undefined ? rest : { ...item.data, componentId: id } };
  };
  return {
    ...document,
    nodes: document.nodes.map(exchanged),
    edges: document.edges.map(exchanged),
  };
};

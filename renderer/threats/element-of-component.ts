import type { CanvasDocument } from '#shared/canvas/document.ts';

/** The first element of a canvas that shows a component; several may, and none has to. */
export const elementOfComponent = (
  { nodes, edges }: CanvasDocument,
  componentId: string,
): string | null =>
  nodes.find((node) => node.data.componentId === componentId)?.id ??
  edges.find((edge) => edge.data?.componentId === componentId)?.id ??
  null;

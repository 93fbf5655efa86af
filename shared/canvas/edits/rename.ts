import type { CanvasDocument } from '../document.ts';
import { edgeById, nodeById } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';

/** Gives an element, and every node and flow that shows the same component, a label. */
export const rename = (document: CanvasDocument, id: string, label: string): CanvasOperation => {
  const element = nodeById(document, id) ?? edgeById(document, id);
  if (!element) return [];
  const componentId = element.data?.componentId;
  const isNamed = (each: typeof element): boolean =>
    (each.id === id || (componentId !== undefined && each.data?.componentId === componentId)) &&
    each.data?.label !== label;
  return [
    ...document.nodes
      .filter(isNamed)
      .map((node) => ({ kind: 'setNode' as const, id: node.id, data: { label } })),
    ...document.edges
      .filter(isNamed)
      .map((edge) => ({ kind: 'setEdge' as const, id: edge.id, data: { label } })),
  ];
};

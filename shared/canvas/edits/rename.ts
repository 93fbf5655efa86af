import type { CanvasDocument, CanvasEdge, CanvasNode } from '../document.ts';
import { edgeById, nodeById } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';

/** Renames an element and every node and flow that shows the same component. */
export const rename = (document: CanvasDocument, id: string, label: string): CanvasOperation => {
  const element = nodeById(document, id) ?? edgeById(document, id);
  if (!element) return [];
  const componentId = element.data?.componentId;
  return relabel(document, label, (each) => each.id === id || shows(each, componentId));
};

/** Renames every node and flow that shows a component. */
export const renameComponent = (
  document: CanvasDocument,
  componentId: string,
  label: string,
): CanvasOperation => relabel(document, label, (each) => shows(each, componentId));

const shows = ({ data }: CanvasNode | CanvasEdge, componentId: string | undefined): boolean =>
  componentId !== undefined && data?.componentId === componentId;

const relabel = (
  document: CanvasDocument,
  label: string,
  isMeant: (element: CanvasNode | CanvasEdge) => boolean,
): CanvasOperation => {
  const isToChange = (element: CanvasNode | CanvasEdge): boolean =>
    isMeant(element) && element.data?.label !== label;
  return [
    ...document.nodes
      .filter(isToChange)
      .map((node) => ({ kind: 'setNode' as const, id: node.id, data: { label } })),
    ...document.edges
      .filter(isToChange)
      .map((edge) => ({ kind: 'setEdge' as const, id: edge.id, data: { label } })),
  ];
};

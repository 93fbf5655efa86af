import type { CanvasDocument } from './document.ts';

type Named = { data?: { componentId?: string | undefined } | undefined };

/**
 * The drawing with its component ids translated. An id without a translation passes as it is, in
 * both directions: a component that the service has not got yet finds itself again.
 */
export const translateComponentIds = (
  document: CanvasDocument,
  translate: (id: string) => string | null,
): CanvasDocument => {
  const translated = <Element extends Named>(element: Element): Element => {
    const id = element.data?.componentId;
    const other = id === undefined ? null : translate(id);
    if (other === null || other === id) return element;
    return { ...element, data: { ...element.data, componentId: other } };
  };
  return {
    ...document,
    nodes: document.nodes.map(translated),
    edges: document.edges.map(translated),
  };
};

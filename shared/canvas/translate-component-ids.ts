import type { CanvasDocument } from './document.ts';

type Named = { data?: { componentId?: string | undefined } | undefined };

/**
 * Returns the document with translated component IDs. An ID without a translation stays the same. A
 * component that was not sent yet therefore keeps its ID when the document is translated for the service
 * and back.
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

import type { CanvasDocument } from './document.ts';

type Named = { data?: { componentId?: string | undefined } | undefined };

/**
 * Returns the document with translated component IDs. An ID without a translation stays the same in
 * both directions, so that a component not yet sent is found again.
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

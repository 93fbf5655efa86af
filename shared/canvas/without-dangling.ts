import type { CanvasDocument } from './document.ts';

/**
 * Returns the document without flows that lack an end, and without the `parentId` of nodes whose parent
 * is missing. Returns the same object if the document has no such flows or nodes.
 */
export const withoutDangling = (document: CanvasDocument): CanvasDocument => {
  const ids = new Set(document.nodes.map(({ id }) => id));
  const exists = (id: string | undefined): boolean => id === undefined || ids.has(id);
  const nodes = document.nodes.every((node) => exists(node.parentId))
    ? document.nodes
    : document.nodes.map((node) => {
        if (exists(node.parentId)) return node;
        const { parentId: _parentId, ...free } = node;
        return free;
      });
  const edges = document.edges.every(({ source, target }) => ids.has(source) && ids.has(target))
    ? document.edges
    : document.edges.filter(({ source, target }) => ids.has(source) && ids.has(target));
  if (nodes === document.nodes && edges === document.edges) return document;
  return { ...document, nodes, edges };
};

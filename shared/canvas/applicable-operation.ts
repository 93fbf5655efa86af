import type { CanvasDocument } from './document.ts';
import type { CanvasChange, CanvasOperation } from './operation.ts';

/**
 * Returns the changes of an operation that can still be applied. Leaves out changes to missing elements,
 * and the addition of an edge whose source or target is missing.
 */
export const applicableOperation = (
  document: CanvasDocument,
  operation: CanvasOperation,
): CanvasOperation => {
  const nodes = new Set(document.nodes.map(({ id }) => id));
  const edges = new Set(document.edges.map(({ id }) => id));
  const isApplicable = (change: CanvasChange): boolean => {
    switch (change.kind) {
      case 'addNode':
        nodes.add(change.node.id);
        return true;
      case 'addEdge':
        if (!nodes.has(change.edge.source) || !nodes.has(change.edge.target)) return false;
        edges.add(change.edge.id);
        return true;
      case 'removeNode':
        return nodes.delete(change.id);
      case 'removeEdge':
        return edges.delete(change.id);
      case 'setNode':
        return nodes.has(change.id);
      case 'setEdge':
        return edges.has(change.id);
    }
  };
  return operation.filter(isApplicable);
};

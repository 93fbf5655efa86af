import type { CanvasDocument, CanvasEdge, CanvasNode } from './document.ts';
import { edgeById, nodeById } from './lookup.ts';
import type { CanvasChange, CanvasOperation } from './operation.ts';

/**
 * Returns the changes of an operation that can still be applied to a document that others have changed.
 * Leaves out changes to missing elements, and the addition of an edge whose source or target is missing.
 *
 * A change of the order adds an element that is in the document already. `inverse` is the inverse of the
 * operation, which adds the same element. Such a change moves the present element, and keeps what others
 * changed in it.
 */
export const applicableOperation = (
  document: CanvasDocument,
  operation: CanvasOperation,
  inverse: CanvasOperation,
): CanvasOperation => {
  const nodes = new Set(document.nodes.map(({ id }) => id));
  const edges = new Set(document.edges.map(({ id }) => id));
  const moved = movedIn(operation, inverse);
  const isApplicable = (change: CanvasChange): boolean => {
    switch (change.kind) {
      case 'addNode':
        if (moved.has(`node:${change.node.id}`)) return nodes.has(change.node.id);
        nodes.add(change.node.id);
        return true;
      case 'addEdge':
        if (moved.has(`edge:${change.edge.id}`)) return edges.has(change.edge.id);
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
  const present = (change: CanvasChange): CanvasChange => {
    if (change.kind === 'addNode' && moved.has(`node:${change.node.id}`)) {
      return { ...change, node: nodeById(document, change.node.id) ?? change.node };
    }
    if (change.kind === 'addEdge' && moved.has(`edge:${change.edge.id}`)) {
      return { ...change, edge: edgeById(document, change.edge.id) ?? change.edge };
    }
    return change;
  };
  return operation.filter(isApplicable).map(present);
};

/** Returns the elements that an operation only moves in the order, as `node:<id>` and `edge:<id>`. */
const movedIn = (operation: CanvasOperation, inverse: CanvasOperation): Set<string> => {
  const before = addedIn(inverse);
  return new Set(
    [...addedIn(operation)].flatMap(([item, element]) =>
      before.has(item) && JSON.stringify(before.get(item)) === JSON.stringify(element)
        ? [item]
        : [],
    ),
  );
};

const addedIn = (operation: CanvasOperation): Map<string, CanvasNode | CanvasEdge> =>
  new Map(
    operation.flatMap((change): [string, CanvasNode | CanvasEdge][] => {
      if (change.kind === 'addNode') return [[`node:${change.node.id}`, change.node]];
      return change.kind === 'addEdge' ? [[`edge:${change.edge.id}`, change.edge]] : [];
    }),
  );

import type { CanvasDocument, CanvasEdge, CanvasNode } from './document.ts';
import { draftOf, type Draft } from './draft.ts';
import type { CanvasChange, CanvasOperation } from './operation.ts';
import { patched, unpatch, type SetChange } from './patch.ts';

type Applied = { document: CanvasDocument; inverse: CanvasOperation };
type Drafts = { nodes: Draft<CanvasNode>; edges: Draft<CanvasEdge> };

/**
 * Returns the document after an operation, and the inverse operation. A change to a missing element does
 * nothing, and an added element replaces an element with the same ID, because sync may have changed the
 * document since the operation was made. Elements that the operation does not change stay the same
 * objects.
 */
export const applyReversibly = (document: CanvasDocument, operation: CanvasOperation): Applied => {
  const drafts: Drafts = { nodes: draftOf(document.nodes), edges: draftOf(document.edges) };
  const inverse = operation
    .map((change) => applyChange(drafts, change))
    .toReversed()
    .flat();
  return {
    document: { ...document, nodes: drafts.nodes.finished(), edges: drafts.edges.finished() },
    inverse,
  };
};

export const applyOperation = (
  document: CanvasDocument,
  operation: CanvasOperation,
): CanvasDocument => applyReversibly(document, operation).document;

/** Returns the operation that turns `applyOperation(document, operation)` back into `document`. */
export const invertOperation = (
  document: CanvasDocument,
  operation: CanvasOperation,
): CanvasOperation => applyReversibly(document, operation).inverse;

const applyChange = ({ nodes, edges }: Drafts, change: CanvasChange): CanvasOperation => {
  switch (change.kind) {
    case 'addNode': {
      const old = nodes.put(change.node, change.index);
      return old
        ? [{ kind: 'addNode', index: old.index, node: old.element }]
        : [{ kind: 'removeNode', id: change.node.id }];
    }
    case 'addEdge': {
      const old = edges.put(change.edge, change.index);
      return old
        ? [{ kind: 'addEdge', index: old.index, edge: old.element }]
        : [{ kind: 'removeEdge', id: change.edge.id }];
    }
    case 'removeNode': {
      const old = nodes.take(change.id);
      return old ? [{ kind: 'addNode', index: old.index, node: old.element }] : [];
    }
    case 'removeEdge': {
      const old = edges.take(change.id);
      return old ? [{ kind: 'addEdge', index: old.index, edge: old.element }] : [];
    }
    case 'setNode':
      return set(nodes, change);
    case 'setEdge':
      return set(edges, change);
  }
};

const set = <E extends CanvasNode | CanvasEdge>(
  elements: Draft<E>,
  change: SetChange,
): CanvasOperation => {
  const element = elements.get(change.id);
  if (!element) return [];
  elements.replace(patched(element, change));
  return [unpatch(element, change)];
};

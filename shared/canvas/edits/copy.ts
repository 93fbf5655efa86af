import type { CanvasDocument, CanvasEdge, CanvasNode, Position } from '../document.ts';
import { positionOf } from '../geometry.ts';
import { nodeById, withDescendants } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';
import { flowMovedBy } from './bends.ts';
import { withGrowth } from './grow.ts';

/** A part of a drawing, cut loose: nodes whose parent did not come along stand on the canvas. */
export type Fragment = { nodes: CanvasNode[]; edges: CanvasEdge[] };

/** The elements, what the boundaries among them hold, and the flows between them. */
export const copy = (document: CanvasDocument, ids: Iterable<string>): Fragment => {
  const taken = withDescendants(document, ids);
  return {
    nodes: document.nodes
      .filter((node) => taken.has(node.id))
      .map((node) => {
        if (node.parentId === undefined || taken.has(node.parentId)) return node;
        const { parentId: _, ...free } = node;
        return { ...free, position: { ...node.position, ...positionOf(document, node) } };
      }),
    edges: document.edges.filter((edge) => taken.has(edge.source) && taken.has(edge.target)),
  };
};

export type Pasted = { operation: CanvasOperation; ids: ReadonlyMap<string, string> };

/**
 * Adds a copy of a fragment, every element with a new id. Loose nodes are moved by `by`, and come
 * under the parent that `parents` names for their old id, which grows where they do not fit.
 */
export const paste = (
  document: CanvasDocument,
  fragment: Fragment,
  {
    by,
    newId,
    parents = noParents,
  }: {
    by: Position;
    newId: () => string;
    parents?: ReadonlyMap<string, string>;
  },
): Pasted => {
  const ids = new Map<string, string>();
  for (const { id } of [...fragment.nodes, ...fragment.edges]) ids.set(id, newId());
  const nodes = fragment.nodes.map((node): CanvasNode => {
    const id = ids.get(node.id) ?? node.id;
    const parentId = node.parentId !== undefined ? ids.get(node.parentId) : undefined;
    if (parentId !== undefined) return { ...node, id, parentId };
    const parent = nodeById(document, parents.get(node.id));
    const origin = parent ? positionOf(document, parent) : { x: 0, y: 0 };
    const { x, y } = node.position;
    const position = { ...node.position, x: x + by.x - origin.x, y: y + by.y - origin.y };
    const { parentId: _, ...free } = node;
    return { ...free, id, position, ...(parent && { parentId: parent.id }) };
  });
  const edges = fragment.edges.map((edge) => ({
    ...flowMovedBy(edge, by),
    id: ids.get(edge.id) ?? edge.id,
    source: ids.get(edge.source) ?? edge.source,
    target: ids.get(edge.target) ?? edge.target,
  }));
  const last = { node: document.nodes.length, edge: document.edges.length };
  const operation = [
    ...nodes.map((node, at) => ({ kind: 'addNode' as const, index: last.node + at, node })),
    ...edges.map((edge, at) => ({ kind: 'addEdge' as const, index: last.edge + at, edge })),
  ];
  return { ids, operation: withGrowth(document, operation, ids.values()) };
};

const noParents: ReadonlyMap<string, string> = new Map();

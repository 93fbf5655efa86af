import { boundaryAround } from '../boundaries.ts';
import {
  type CanvasDocument,
  type CanvasEdge,
  type CanvasNode,
  type Position,
  sizeOf,
} from '../document.ts';
import { isBoundary, positionOf } from '../geometry.ts';
import { nodeById, withDescendants } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';
import { flowMovedBy } from './bends.ts';
import { withGrowth } from './grow.ts';

/**
 * Elements taken out of a document, such as a copy. Nodes whose parent is not included have no parent. A
 * flow may refer by ID to an end node that is not included.
 */
export type Fragment = { nodes: CanvasNode[]; edges: CanvasEdge[] };

/**
 * Returns the given elements, all descendants of the given nodes, and the flows between all these nodes.
 */
export const copy = (document: CanvasDocument, ids: Iterable<string>): Fragment => {
  const named = [...ids];
  return copyOnly(document, new Set([...named, ...withDescendants(document, named)]));
};

/**
 * Returns the given elements and the flows between the given nodes, without descendants of boundaries.
 */
export const copyOnly = (document: CanvasDocument, ids: ReadonlySet<string>): Fragment => {
  const nodes = document.nodes.filter((node) => ids.has(node.id));
  const taken = new Set(nodes.map(({ id }) => id));
  return {
    nodes: nodes.map((node) => {
      if (node.parentId === undefined || taken.has(node.parentId)) return node;
      const { parentId: _, ...free } = node;
      return { ...free, position: { ...node.position, ...positionOf(document, node) } };
    }),
    edges: document.edges.filter(
      (edge) => ids.has(edge.id) || (taken.has(edge.source) && taken.has(edge.target)),
    ),
  };
};

/**
 * `nodeIds` and `edgeIds` map old IDs to new ones. These are two maps, because a node and a flow may
 * have the same ID.
 */
type Pasted = {
  operation: CanvasOperation;
  nodeIds: ReadonlyMap<string, string>;
  edgeIds: ReadonlyMap<string, string>;
};

/**
 * Adds a copy of a fragment with new IDs. The top-level nodes are moved by `by` and become children of
 * the boundary at their new position. This boundary grows if they do not fit. A flow is left out if one
 * of its ends is neither in the fragment nor on the canvas. Copies are unlocked, so that a person can
 * move them.
 */
export const paste = (
  document: CanvasDocument,
  fragment: Fragment,
  { by, newId }: { by: Position; newId: () => string },
): Pasted => {
  const nodeIds = new Map(fragment.nodes.map(({ id }) => [id, newId()]));
  const edgeIds = new Map<string, string>();
  const endOf = (id: string): string | undefined => nodeIds.get(id) ?? nodeById(document, id)?.id;
  const last = { node: document.nodes.length, edge: document.edges.length };

  const nodes = fragment.nodes.map((node): CanvasNode => {
    const id = nodeIds.get(node.id) ?? newId();
    const { parentId: oldParent, ...free } = unlocked(node);
    const parentId = oldParent === undefined ? undefined : nodeIds.get(oldParent);
    if (parentId !== undefined) return { ...free, id, parentId };
    const at = moved(node.position, by);
    const parent = holderOf(document, node, at);
    const origin = parent ? positionOf(document, parent) : { x: 0, y: 0 };
    const position = moved(at, { x: -origin.x, y: -origin.y });
    return { ...free, id, position, ...(parent && { parentId: parent.id }) };
  });
  const edges = fragment.edges.flatMap((edge): CanvasEdge[] => {
    const [source, target] = [endOf(edge.source), endOf(edge.target)];
    if (source === undefined || target === undefined) return [];
    const id = newId();
    edgeIds.set(edge.id, id);
    const isMoved = nodeIds.has(edge.source) || nodeIds.has(edge.target);
    return [{ ...(isMoved ? flowMovedBy(edge, by) : edge), id, source, target }];
  });
  const operation = [
    ...nodes.map((node, at) => ({ kind: 'addNode' as const, index: last.node + at, node })),
    ...edges.map((edge, at) => ({ kind: 'addEdge' as const, index: last.edge + at, edge })),
  ];
  // Only the top-level nodes can make a boundary grow. All other nodes were copied with their parent, so
  // they fit in the parent's copy.
  const loose = fragment.nodes.filter(({ parentId }) => parentId === undefined);
  const looseIds = loose.flatMap(({ id }) => nodeIds.get(id) ?? []);
  return { nodeIds, edgeIds, operation: withGrowth(document, operation, looseIds) };
};

const moved = <At extends Position>(at: At, by: Position): At => ({
  ...at,
  x: at.x + by.x,
  y: at.y + by.y,
});

/**
 * Returns the parent of a copy. If the original is on this canvas and has a parent that is not a
 * boundary, the copy gets the same parent. Otherwise, the copy's parent is the boundary at the new
 * position, if there is one.
 */
const holderOf = (
  document: CanvasDocument,
  node: CanvasNode,
  at: Position,
): CanvasNode | undefined => {
  const group = nodeById(document, nodeById(document, node.id)?.parentId);
  if (group && !isBoundary(group)) return group;
  return boundaryAround(document, { x: at.x, y: at.y, ...sizeOf(node) });
};

const unlocked = (node: CanvasNode): CanvasNode => {
  if (node.data.locked === undefined) return node;
  const { locked: _, ...data } = node.data;
  return { ...node, data };
};

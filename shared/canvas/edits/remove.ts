import type { CanvasDocument, CanvasNode } from '../document.ts';
import { positionOf } from '../geometry.ts';
import { ancestorsOf } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';
import { placedUnder } from './placing.ts';

/**
 * Takes elements away, and with a node the flows that end at it. What a boundary held stays where
 * it is and goes to the nearest boundary around that stays.
 */
export const remove = (document: CanvasDocument, ids: ReadonlySet<string>): CanvasOperation => {
  const nodes = document.nodes.filter((node) => ids.has(node.id));
  const edges = document.edges.filter(
    (edge) => ids.has(edge.id) || ids.has(edge.source) || ids.has(edge.target),
  );
  const lifted = document.nodes
    .filter((node) => node.parentId !== undefined && ids.has(node.parentId) && !ids.has(node.id))
    .flatMap((node) => lift(document, node, ids));
  return [
    ...lifted,
    ...edges.map((edge) => ({ kind: 'removeEdge' as const, id: edge.id })),
    ...nodes.map((node) => ({ kind: 'removeNode' as const, id: node.id })),
  ];
};

const lift = (
  document: CanvasDocument,
  node: CanvasNode,
  gone: ReadonlySet<string>,
): CanvasOperation => {
  const parent = ancestorsOf(document, node).find((ancestor) => !gone.has(ancestor.id));
  const origin = parent && positionOf(document, parent);
  return placedUnder(node, positionOf(document, node), parent, origin);
};

import { isCollapsed, isLocked, type CanvasDocument, type CanvasNode } from '../document.ts';
import { positionOf } from '../geometry.ts';
import { ancestorsOf, nodeById, withDescendants } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';
import { placedUnder } from './placing.ts';

/**
 * Returns the elements that `remove` removes for the given elements (`ids`), and the given elements that
 * stay because they are locked (`locked`). A collapsed boundary is removed with its content. It stays as
 * a whole if it is locked or any of its content is.
 */
export const removable = (
  document: CanvasDocument,
  ids: Iterable<string>,
): { ids: Set<string>; locked: string[] } => {
  const going = new Set<string>();
  const locked: string[] = [];
  for (const id of ids) {
    const node = nodeById(document, id);
    const whole = node && isCollapsed(node) ? withDescendants(document, [id]) : [id];
    const hasLocked = [...whole].some((each) => {
      const part = nodeById(document, each);
      return part !== undefined && isLocked(part);
    });
    if (hasLocked) locked.push(id);
    else for (const each of whole) going.add(each);
  }
  return { ids: going, locked };
};

/**
 * Removes elements, and the flows that begin or end at removed nodes. Children of a removed expanded
 * boundary keep their canvas position and become children of the boundary's nearest remaining ancestor.
 * Locked elements stay.
 */
export const remove = (document: CanvasDocument, wanted: Iterable<string>): CanvasOperation => {
  const { ids } = removable(document, wanted);
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
  removed: ReadonlySet<string>,
): CanvasOperation => {
  const parent = ancestorsOf(document, node).find((ancestor) => !removed.has(ancestor.id));
  const origin = parent && positionOf(document, parent);
  return placedUnder(node, positionOf(document, node), parent, origin);
};

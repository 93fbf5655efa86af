import { circlesAmong, parentsFirst } from '#shared/merge/parents-first.ts';
import type { CanvasNode } from '../document.ts';
import type { Fragment } from './copy.ts';

/**
 * Repairs a fragment that another program may have written: leaves out elements that repeat an ID,
 * breaks cycles of parents, and puts parents before their children. A valid fragment keeps its content.
 */
export const wholeFragment = (fragment: Fragment): Fragment => {
  const nodes = new Map<string, CanvasNode>();
  for (const node of fragment.nodes) if (!nodes.has(node.id)) nodes.set(node.id, node);
  const parentOf = (id: string): string | undefined => {
    const parentId = nodes.get(id)?.parentId;
    return parentId !== undefined && nodes.has(parentId) ? parentId : undefined;
  };
  const circling = new Set(circlesAmong(nodes.keys(), parentOf));
  for (const [id, node] of nodes) {
    if (node.parentId === undefined || (parentOf(id) !== undefined && !circling.has(id))) continue;
    const { parentId: _, ...free } = node;
    nodes.set(id, free);
  }
  const order = parentsFirst([...nodes.keys()], (id) => {
    const parentId = parentOf(id);
    return parentId === undefined ? [] : [parentId];
  });
  const seen = new Set<string>();
  return {
    nodes: order.flatMap((id) => nodes.get(id) ?? []),
    edges: fragment.edges.filter(({ id }) => !seen.has(id) && seen.add(id)),
  };
};

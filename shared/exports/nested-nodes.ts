import type { CanvasDocument, CanvasNode } from '../canvas/document.ts';

export type NestedNode = { node: CanvasNode; parentId: string | null; depth: number };

/**
 * Returns the nodes of a canvas, each before its children. A stored document may be invalid. If several
 * nodes have the same ID, only the first one is used. A node whose parent is missing becomes a root. A
 * cycle of parents is cut.
 */
export const nestedNodes = ({ nodes }: CanvasDocument): NestedNode[] => {
  const left = new Map<string, CanvasNode>();
  for (const node of nodes) if (!left.has(node.id)) left.set(node.id, node);
  const all = [...left.values()];
  const known = new Set(left.keys());
  const children = Map.groupBy(all, ({ parentId }) => parentId);
  const found: NestedNode[] = [];
  /**
   * Visits a node and its descendants. It does not use recursion, because deep nesting would overflow
   * the stack.
   */
  const visit = (root: CanvasNode): void => {
    const open: NestedNode[] = [{ node: root, parentId: null, depth: 0 }];
    for (let next = open.pop(); next; next = open.pop()) {
      const { node, depth } = next;
      if (!left.delete(node.id)) continue;
      found.push(next);
      for (const child of (children.get(node.id) ?? []).toReversed()) {
        open.push({ node: child, parentId: node.id, depth: depth + 1 });
      }
    }
  };
  const isRoot = ({ parentId }: CanvasNode): boolean =>
    parentId === undefined || !known.has(parentId);
  for (const node of all) if (isRoot(node)) visit(node);
  // The remaining nodes are part of a cycle of parents, or are descendants of such a node. Each cycle is
  // cut at its first node.
  for (const node of all) if (left.has(node.id)) visit(node);
  return found;
};

import { isCollapsed, isLocked, type CanvasDocument, type CanvasNode } from '../canvas/document.ts';
import { isElementKind, roleOf } from '../canvas/element-kinds.ts';
import { ancestorsOf, childrenOf, nodeById, outermostOf } from '../canvas/lookup.ts';

/** The part to lay out: everything, some nodes relative to each other, or a boundary's contents. */
export type Scope = 'everything' | { nodes: readonly string[] } | { inside: string };

/** Nodes of one parent that are laid out together. The descendants of each node are laid out with it. */
export type Container = {
  /** The parent of the nodes, or `undefined` for nodes at the top level of the canvas. */
  parent: CanvasNode | undefined;
  free: CanvasNode[];
  /** Siblings that do not move and must not be covered. */
  pinned: CanvasNode[];
  /**
   * True if all children of the parent are in this container, so that the parent can be resized to fit.
   */
  isWhole: boolean;
};

/**
 * Tells if the contents of a node are laid out. This is true for an expanded boundary with contents, and
 * for an element that contains others. The contents of a group of another tool stay as they are.
 */
export const isOpen = (document: CanvasDocument, node: CanvasNode): boolean =>
  isHolder(node) && !isCollapsed(node) && childrenOf(document, node.id).length > 0;

export const isHolder = ({ type }: CanvasNode): boolean =>
  isElementKind(type) && roleOf(type) !== 'note';

/** Returns the IDs of the nodes that cannot move, because a descendant is locked. */
const aroundLocked = (document: CanvasDocument): Set<string> => {
  const found = new Set<string>();
  for (const node of document.nodes) {
    if (!isLocked(node)) continue;
    for (const { id } of ancestorsOf(document, node)) found.add(id);
  }
  return found;
};

/**
 * Returns the containers of a document, innermost first. They are laid out separately, and usually there
 * is one. A locked node does not move, and the boundaries around it do not move either. So the other
 * contents of these boundaries become containers of their own.
 */
export const containersOf = (document: CanvasDocument, scope: Scope): Container[] => {
  const holdsLocked = aroundLocked(document);
  const containers: Container[] = [];
  const gather = (
    parent: CanvasNode | undefined,
    nodes: readonly CanvasNode[],
    isWhole: boolean,
    others: Iterable<CanvasNode> = [],
  ): void => {
    const container: Container = { parent, free: [], pinned: [...others], isWhole };
    for (const node of nodes) {
      const isPinned = isLocked(node) || holdsLocked.has(node.id);
      container[isPinned ? 'pinned' : 'free'].push(node);
      if (isPinned && !isLocked(node) && isOpen(document, node)) {
        gather(node, childrenOf(document, node.id), true);
      }
    }
    if (container.free.length > 0) containers.push(container);
  };

  if (scope === 'everything') gather(undefined, topLevel(document), true);
  else if ('inside' in scope) {
    const boundary = nodeById(document, scope.inside);
    if (boundary && !isLocked(boundary)) gather(boundary, childrenOf(document, boundary.id), true);
  } else {
    for (const nodes of chosenByParent(document, scope.nodes)) {
      const [only] = nodes;
      const parent = nodeById(document, only?.parentId);
      if (nodes.length > 1) {
        const siblings = parent ? childrenOf(document, parent.id) : topLevel(document);
        const chosen = new Set(nodes);
        const others = siblings.filter((node) => !chosen.has(node));
        gather(parent, nodes, false, others);
      } else if (only && isOpen(document, only) && !isLocked(only)) {
        gather(only, childrenOf(document, only.id), true);
      }
    }
  }
  return containers;
};

/**
 * Returns the nodes without a parent. Includes nodes whose parent does not exist, as in some imported
 * files.
 */
const topLevel = (document: CanvasDocument): CanvasNode[] =>
  document.nodes.filter((node) => nodeById(document, node.parentId) === undefined);

const chosenByParent = (document: CanvasDocument, ids: readonly string[]): CanvasNode[][] => {
  const nodes = outermostOf(document, ids).flatMap((id) => nodeById(document, id) ?? []);
  return [...Map.groupBy(nodes, ({ parentId }) => parentId).values()];
};

import {
  isCollapsed,
  isLocked,
  type CanvasDocument,
  type CanvasNode,
} from '#shared/canvas/document.ts';
import { isBoundary } from '#shared/canvas/geometry.ts';
import { ancestorsOf, childrenOf, nodeById } from '#shared/canvas/lookup.ts';
import { outermostOf } from '../../outermost.ts';

/** What is laid out: everything, some nodes among each other, or all that a boundary holds. */
export type Scope = 'everything' | { nodes: readonly string[] } | { inside: string };

/** Nodes of one parent that are laid out together, each with all that it holds. */
export type Container = {
  /** `undefined` is the canvas itself. */
  parent: CanvasNode | undefined;
  free: CanvasNode[];
  /** What stays beside them, and must not be covered. */
  pinned: CanvasNode[];
  /** Whether this is all that the parent holds, so that the parent can be made to fit. */
  isWhole: boolean;
};

/** A boundary whose inside is laid out: not a closed one, nor one that is nothing but a frame. */
export const isOpen = (document: CanvasDocument, node: CanvasNode): boolean =>
  isBoundary(node) && !isCollapsed(node) && childrenOf(document, node.id).length > 0;

/** Boundaries that hold something locked, at any depth: they cannot move without it. */
const aroundLocked = (document: CanvasDocument): Set<string> => {
  const found = new Set<string>();
  for (const node of document.nodes) {
    if (!isLocked(node)) continue;
    for (const { id } of ancestorsOf(document, node)) found.add(id);
  }
  return found;
};

/**
 * The parts of a drawing that are laid out each by itself, innermost first. Usually it is one. A
 * locked node stays and with it the boundaries around it, whose other contents are a part then.
 */
export const containersOf = (document: CanvasDocument, scope: Scope): Container[] => {
  const holdsLocked = aroundLocked(document);
  const containers: Container[] = [];
  const gather = (
    parent: CanvasNode | undefined,
    nodes: readonly CanvasNode[],
    isWhole: boolean,
  ): void => {
    const container: Container = { parent, free: [], pinned: [], isWhole };
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
      if (nodes.length > 1) gather(nodeById(document, only?.parentId), nodes, false);
      else if (only && isOpen(document, only) && !isLocked(only)) {
        gather(only, childrenOf(document, only.id), true);
      }
    }
  }
  return containers;
};

/** Also what names a parent that is not there, as a foreign file may have it. */
const topLevel = (document: CanvasDocument): CanvasNode[] =>
  document.nodes.filter((node) => nodeById(document, node.parentId) === undefined);

const chosenByParent = (document: CanvasDocument, ids: readonly string[]): CanvasNode[][] => {
  const nodes = outermostOf(document, ids).flatMap((id) => nodeById(document, id) ?? []);
  return [...Map.groupBy(nodes, ({ parentId }) => parentId).values()];
};

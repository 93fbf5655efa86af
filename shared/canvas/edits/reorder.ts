import type { CanvasDocument, CanvasNode } from '../document.ts';
import { boxOf, isBoundary, type Box } from '../geometry.ts';
import { nodeById, withDescendants } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';

const layers = {
  front: { isUp: true, isOneStep: false },
  forward: { isUp: true, isOneStep: true },
  backward: { isUp: false, isOneStep: true },
  back: { isUp: false, isOneStep: false },
} as const;
export type Layer = keyof typeof layers;

/**
 * Moves nodes forward or backward by changing their order in the document. One step moves a node past
 * the next sibling that it overlaps, because passing any other sibling would change nothing visible.
 * Boundaries lie behind everything else, so they pass only other boundaries. Descendants move with their
 * boundary.
 */
export const reorder = (
  document: CanvasDocument,
  ids: Iterable<string>,
  layer: Layer,
): CanvasOperation => {
  const { isUp } = layers[layer];
  const moving = new Set(ids);
  const chosen = document.nodes.filter(({ id }) => moving.has(id));
  const order = document.nodes.map(({ id }) => id);
  // A node that moves forward is put right after the nodes that it passes, and a node that moves
  // backward right before them. Moving the nodes in the order of `inTurn` keeps their order among each
  // other.
  const inTurn = isUp ? chosen.toReversed() : chosen;
  return inTurn.flatMap((node) => {
    const passed = passedBy(document, node, { layer, moving, order });
    if (passed.length === 0) return [];
    const block = blockOf(document, [node.id], order);
    const last = isUp ? blockOf(document, passed, order).at(-1) : undefined;
    return moved(document, order, block, { behind: last, before: passed[0] });
  });
};

type Turn = { layer: Layer; moving: ReadonlySet<string>; order: readonly string[] };

/**
 * Returns the siblings that a node passes when it moves to `layer`, in their current order. For a move
 * by one step, this is only the next sibling that overlaps the node. Siblings in `moving` are left out.
 */
const passedBy = (
  document: CanvasDocument,
  node: CanvasNode,
  { layer, moving, order }: Turn,
): string[] => {
  const { isUp, isOneStep } = layers[layer];
  const own = order.indexOf(node.id);
  const box = boxOf(document, node);
  const others = (isUp ? order.slice(own + 1) : order.slice(0, own)).filter((id) => {
    const other = nodeById(document, id);
    return (
      other !== undefined &&
      !moving.has(id) &&
      other.parentId === node.parentId &&
      isBoundary(other) === isBoundary(node) &&
      (!isOneStep || touches(box, boxOf(document, other)))
    );
  });
  if (!isOneStep) return others;
  return isUp ? others.slice(0, 1) : others.slice(-1);
};

const touches = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Returns nodes and their descendants, in the sequence of `order`. */
const blockOf = (
  document: CanvasDocument,
  ids: readonly string[],
  order: readonly string[],
): string[] => {
  const block = withDescendants(document, ids);
  return block.size === 1 ? [...ids] : order.filter((id) => block.has(id));
};

/**
 * Moves a block of nodes to another position in the order of the document: after the node `behind` or,
 * if `behind` is undefined, before the node `before`. Updates `order`.
 */
const moved = (
  document: CanvasDocument,
  order: string[],
  block: readonly string[],
  to: { behind: string | undefined; before: string | undefined },
): CanvasOperation => {
  let { behind } = to;
  return block.flatMap((id) => {
    const node = nodeById(document, id);
    if (!node) return [];
    order.splice(order.indexOf(id), 1);
    const index = behind === undefined ? order.indexOf(to.before ?? '') : order.indexOf(behind) + 1;
    order.splice(index, 0, id);
    behind = id;
    return [{ kind: 'addNode' as const, index, node }];
  });
};

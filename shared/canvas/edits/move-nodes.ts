import {
  isLocked,
  sizeOf,
  type CanvasDocument,
  type CanvasNode,
  type Position,
} from '../document.ts';
import { positionOf } from '../geometry.ts';
import { ancestorsOf, nodeById, withDescendants } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';
import { moveBends } from './bends.ts';
import { withGrowth } from './grow.ts';
import { parentAt, placedUnder, withParentsFirst } from './placing.ts';

type NodePosition = readonly [id: string, at: Position];

/**
 * Moves nodes to canvas positions. Descendants move with their boundary, so a position for a descendant
 * of a moved node is ignored. A node that ends up in another boundary becomes a child of that boundary,
 * which grows to fit the node unless `grows` is false. A locked node moves only with its parent. The
 * bends of a flow move if both ends of the flow do.
 */
export const moveNodes = (
  document: CanvasDocument,
  positions: Iterable<NodePosition>,
  { grows = true }: { grows?: boolean } = {},
): CanvasOperation => {
  const wanted = new Map([...positions].filter(([id]) => isMovable(document, id)));
  const moving = withDescendants(document, wanted.keys());
  const origins = new Map<CanvasNode | undefined, Position>([[undefined, { x: 0, y: 0 }]]);
  const originOf = (parent: CanvasNode | undefined): Position => {
    const origin = origins.get(parent) ?? (parent ? positionOf(document, parent) : { x: 0, y: 0 });
    origins.set(parent, origin);
    return origin;
  };
  const operation = [...wanted].flatMap(([id, at]) => {
    const node = nodeById(document, id);
    if (!node || ridesAlong(document, node, wanted)) return [];
    const parent = parentAt(document, node, { ...at, ...sizeOf(node) }, moving);
    return placedUnder(node, at, parent, originOf(parent));
  });
  const bends = moveBends(document, (id) =>
    moving.has(id) ? movedBy(document, nodeById(document, id), wanted) : undefined,
  );
  const moves = withParentsFirst(document, operation);
  return [...(grows ? withGrowth(document, moves, wanted.keys()) : moves), ...bends];
};

/** Returns the distance by which a node moves by itself or with its outermost moved ancestor. */
const movedBy = (
  document: CanvasDocument,
  node: CanvasNode | undefined,
  wanted: ReadonlyMap<string, Position>,
): Position | undefined => {
  const mover = node && [node, ...ancestorsOf(document, node)].findLast(({ id }) => wanted.has(id));
  const to = mover && wanted.get(mover.id);
  if (!to) return undefined;
  const from = positionOf(document, mover);
  return { x: to.x - from.x, y: to.y - from.y };
};

const isMovable = (document: CanvasDocument, id: string): boolean => {
  const node = nodeById(document, id);
  return node !== undefined && !isLocked(node);
};

const ridesAlong = (
  document: CanvasDocument,
  node: CanvasNode,
  moved: ReadonlyMap<string, unknown>,
): boolean => ancestorsOf(document, node).some((ancestor) => moved.has(ancestor.id));

export const moveNodesBy = (
  document: CanvasDocument,
  ids: Iterable<string>,
  by: Position,
  how: { grows?: boolean } = {},
): CanvasOperation =>
  moveNodes(
    document,
    [...ids].flatMap((id): NodePosition[] => {
      const node = nodeById(document, id);
      if (!node) return [];
      const at = positionOf(document, node);
      return [[id, { x: at.x + by.x, y: at.y + by.y }]];
    }),
    how,
  );

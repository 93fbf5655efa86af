import { applyOperation } from '../apply.ts';
import { isCollapsed, isLocked, type CanvasDocument, type CanvasNode } from '../document.ts';
import { boxAround, boxOf, centreOf, holdsBox, holdsPoint, type Box } from '../geometry.ts';
import { ancestorsOf, nodeById } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';
import { reboxed } from './reboxed.ts';

/**
 * The margin that a growing boundary leaves around its content, in pixels. The margin is larger at the
 * top, where the boundary's name is.
 */
const margin = { top: 40, side: 20 };

/**
 * Returns the operation, followed by changes that make the parents (boundaries or components) of the
 * `dropped` nodes grow. If a parent contains the center of a dropped node but not the whole node, the
 * parent and its ancestors grow. Locked and collapsed parents do not grow.
 */
export const withGrowth = (
  document: CanvasDocument,
  operation: CanvasOperation,
  dropped: Iterable<string>,
): CanvasOperation => {
  const all = operation.slice();
  let current = applyOperation(document, operation);
  const nodes = [...dropped].flatMap((id) => nodeById(current, id) ?? []);
  const waiting = Map.groupBy(
    nodes.filter((node) => hasMiddleInParent(current, node)),
    (node) => node.parentId ?? '',
  );
  for (let id = deepest(current, waiting); id !== undefined; id = deepest(current, waiting)) {
    const boundary = nodeById(current, id);
    const children = (waiting.get(id) ?? []).flatMap((node) => nodeById(current, node.id) ?? []);
    waiting.delete(id);
    const box = boundary && grownBox(current, boundary, children);
    if (!boundary || !box) continue;
    if (hasMiddleInParent(current, boundary)) {
      const parentId = boundary.parentId ?? '';
      waiting.set(parentId, [...(waiting.get(parentId) ?? []), boundary]);
    }
    const changes = reboxed(current, boundary, box);
    all.push(...changes);
    current = applyOperation(current, changes);
  }
  return all;
};

const hasMiddleInParent = (document: CanvasDocument, node: CanvasNode): boolean => {
  const parent = nodeById(document, node.parentId);
  return (
    parent !== undefined && holdsPoint(boxOf(document, parent), centreOf(boxOf(document, node)))
  );
};

/**
 * Returns the ID of the most deeply nested node of `waiting`. Inner boundaries grow first, because the
 * outer boundaries must contain them.
 */
const deepest = (
  document: CanvasDocument,
  waiting: ReadonlyMap<string, unknown>,
): string | undefined => {
  let best: { id: string; depth: number } | undefined;
  for (const id of waiting.keys()) {
    const node = nodeById(document, id);
    const depth = node ? ancestorsOf(document, node).length : 0;
    if (!best || depth > best.depth) best = { id, depth };
  }
  return best?.id;
};

/**
 * Returns the new box of a boundary, or `null` if the boundary already contains all `children` or must
 * not grow.
 */
const grownBox = (
  document: CanvasDocument,
  boundary: CanvasNode,
  children: readonly CanvasNode[],
): Box | null => {
  if (isLocked(boundary) || isCollapsed(boundary)) return null;
  const box = boxOf(document, boundary);
  const needed = children
    .map((node) => boxOf(document, node))
    .filter((each) => !holdsBox(box, each))
    .map((each) => roomFor(box, each));
  return needed.length === 0 ? null : boxAround([box, ...needed]);
};

/**
 * Returns the box of a node with a margin on each side where the node extends beyond the box of its
 * boundary. The boundary grows only on these sides.
 */
const roomFor = (box: Box, node: Box): Box => {
  const end = { x: node.x + node.width, y: node.y + node.height };
  const left = node.x < box.x ? node.x - margin.side : node.x;
  const top = node.y < box.y ? node.y - margin.top : node.y;
  const right = end.x > box.x + box.width ? end.x + margin.side : end.x;
  const bottom = end.y > box.y + box.height ? end.y + margin.side : end.y;
  return { x: left, y: top, width: right - left, height: bottom - top };
};

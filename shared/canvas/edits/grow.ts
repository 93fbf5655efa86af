import { applyOperation } from '../apply.ts';
import { isCollapsed, isLocked, type CanvasDocument, type CanvasNode } from '../document.ts';
import {
  boxAround,
  boxOf,
  centreOf,
  holdsBox,
  holdsPoint,
  isBoundary,
  type Box,
} from '../geometry.ts';
import { ancestorsOf, nodeById } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';
import { reboxed } from './reboxed.ts';

/** What a boundary leaves free around what it grows to hold; its name stands at the top. */
const margin = { top: 40, side: 20 };

/**
 * An operation that drops nodes somewhere, and after it the growth of the boundaries they lie in: a
 * boundary that has the middle of a node inside and not all of it grows to hold it, and so do the
 * boundaries around. One that is locked or collapsed stays as it is.
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
    const held = (waiting.get(id) ?? []).flatMap((node) => nodeById(current, node.id) ?? []);
    waiting.delete(id);
    const box = boundary && grownBox(current, boundary, held);
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
    parent !== undefined &&
    isBoundary(parent) &&
    holdsPoint(boxOf(document, parent), centreOf(boxOf(document, node)))
  );
};

/** Inner boundaries first: how far they grow decides about those around them. */
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

/** `null` where it holds everything already, or may not grow. */
const grownBox = (
  document: CanvasDocument,
  boundary: CanvasNode,
  held: readonly CanvasNode[],
): Box | null => {
  if (isLocked(boundary) || isCollapsed(boundary)) return null;
  const box = boxOf(document, boundary);
  const needed = held
    .map((node) => boxOf(document, node))
    .filter((each) => !holdsBox(box, each))
    .map((each) => roomFor(box, each));
  return needed.length === 0 ? null : boxAround([box, ...needed]);
};

/** A margin only at the sides that the node reaches beyond: the others are as they were drawn. */
const roomFor = (box: Box, node: Box): Box => {
  const end = { x: node.x + node.width, y: node.y + node.height };
  const left = node.x < box.x ? node.x - margin.side : node.x;
  const top = node.y < box.y ? node.y - margin.top : node.y;
  const right = end.x > box.x + box.width ? end.x + margin.side : end.x;
  const bottom = end.y > box.y + box.height ? end.y + margin.side : end.y;
  return { x: left, y: top, width: right - left, height: bottom - top };
};

import { hiddenIn } from './collapsed.ts';
import {
  isCollapsed,
  sizeOf,
  type CanvasDocument,
  type CanvasEdge,
  type CanvasNode,
  type Position,
  type Size,
} from './document.ts';
import { ancestorsOf, nodeById } from './lookup.ts';

/** Pixels of the canvas, not relative to any parent. */
export type Box = Position & Size;

export const isBoundary = (node: CanvasNode): boolean => node.type === 'trustBoundaryNode';

/** Where a node stands on the canvas itself. */
export const positionOf = (document: CanvasDocument, node: CanvasNode): Position => {
  let { x, y } = node.position;
  for (const ancestor of ancestorsOf(document, node)) {
    x += ancestor.position.x;
    y += ancestor.position.y;
  }
  return { x, y };
};

export const boxOf = (document: CanvasDocument, node: CanvasNode): Box => ({
  ...positionOf(document, node),
  ...sizeOf(node),
});

export const centreOf = (box: Box): Position => ({
  x: box.x + box.width / 2,
  y: box.y + box.height / 2,
});

export const holdsPoint = (box: Box, point: Position): boolean =>
  point.x >= box.x &&
  point.x <= box.x + box.width &&
  point.y >= box.y &&
  point.y <= box.y + box.height;

export const holdsBox = (outer: Box, inner: Box): boolean =>
  holdsPoint(outer, inner) &&
  holdsPoint(outer, { x: inner.x + inner.width, y: inner.y + inner.height });

export const meet = (one: Box, other: Box): boolean =>
  one.x <= other.x + other.width &&
  other.x <= one.x + one.width &&
  one.y <= other.y + other.height &&
  other.y <= one.y + one.height;

/** A box that reaches so much further on every side. */
export const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** The smallest box around all; `null` around nothing. */
export const boxAround = (boxes: readonly Box[]): Box | null => {
  const [first] = boxes;
  if (!first) return null;
  let { x: left, y: top } = first;
  let right = left;
  let bottom = top;
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
};

const areaOf = ({ width, height }: Size): number => width * height;

type PlacedBoundary = { node: CanvasNode; box: Box };
const boundaries = new WeakMap<readonly CanvasNode[], PlacedBoundary[]>();

/**
 * The boundaries that can take something in, smallest first, so that the first that fits is the
 * innermost. A collapsed one is none of them: what is dropped on it would vanish.
 */
const placedBoundaries = (document: CanvasDocument): PlacedBoundary[] => {
  const known = boundaries.get(document.nodes);
  if (known) return known;
  const hidden = hiddenIn(document);
  const placed = document.nodes
    .filter((node) => isBoundary(node) && !isCollapsed(node) && !hidden.has(node.id))
    .map((node) => ({ node, box: boxOf(document, node) }))
    .toSorted((one, other) => areaOf(one.box) - areaOf(other.box));
  boundaries.set(document.nodes, placed);
  return placed;
};

const nothing: ReadonlySet<string> = new Set();

/** The innermost boundary at a point. */
export const boundaryAt = (
  document: CanvasDocument,
  point: Position,
  except: ReadonlySet<string> = nothing,
): CanvasNode | undefined =>
  placedBoundaries(document).find(({ node, box }) => !except.has(node.id) && holdsPoint(box, point))
    ?.node;

/**
 * The innermost boundary that holds the middle of a box and is larger than it: a large boundary
 * dragged over a small one does not fall into it. What is `moving` falls into one of its own size
 * too, as two that were just made have it; a copy, which lies on its original, does not.
 */
export const boundaryAround = (
  document: CanvasDocument,
  box: Box,
  moving: ReadonlySet<string> = nothing,
): CanvasNode | undefined => {
  const area = areaOf(box);
  return placedBoundaries(document).find(
    (boundary) =>
      !moving.has(boundary.node.id) &&
      (areaOf(boundary.box) > area || (moving.size > 0 && areaOf(boundary.box) === area)) &&
      holdsPoint(boundary.box, centreOf(box)),
  )?.node;
};

/** The boundaries that hold one end of a flow and not the other, in the order it meets them. */
export const crossedBoundaries = (document: CanvasDocument, flow: CanvasEdge): CanvasNode[] => {
  const holders = (id: string): CanvasNode[] => {
    const end = nodeById(document, id);
    if (!end) return [];
    const around = ancestorsOf(document, end);
    return (isBoundary(end) ? [end, ...around] : around).filter(isBoundary);
  };
  const sources = holders(flow.source);
  const targets = holders(flow.target);
  return [
    ...sources.filter((node) => !targets.includes(node)),
    ...targets.filter((node) => !sources.includes(node)).toReversed(),
  ];
};

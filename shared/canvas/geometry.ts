import {
  sizeOf,
  type CanvasDocument,
  type CanvasEdge,
  type CanvasNode,
  type Position,
  type Size,
} from './document.ts';
import { roleOf } from './element-kinds.ts';
import { ancestorsOf, nodeById } from './lookup.ts';

/** A rectangle in canvas pixels, not relative to any parent. */
export type Box = Position & Size;

export const isBoundary = (node: CanvasNode): boolean => roleOf(node.type) === 'boundary';

/** Returns the position of a node on the canvas, not relative to its parent. */
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

export const isSameBox = (one: Box, other: Box): boolean =>
  one.x === other.x &&
  one.y === other.y &&
  one.width === other.width &&
  one.height === other.height;

/** Tells if two boxes overlap, or have less space than `gap` between them. */
export const overlap = (one: Box, other: Box, gap = 0): boolean =>
  one.x < other.x + other.width + gap &&
  other.x < one.x + one.width + gap &&
  one.y < other.y + other.height + gap &&
  other.y < one.y + one.height + gap;

/** Returns the part that two boxes have in common, or `null` if they do not meet. */
export const commonBox = (one: Box, other: Box): Box | null => {
  if (!meet(one, other)) return null;
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const right = Math.min(one.x + one.width, other.x + other.width);
  const bottom = Math.min(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
};

/** Returns a box that is larger by the same distance on every side. */
export const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** Returns the smallest box around all boxes, or `null` if there are none. */
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

/**
 * Returns the boundaries that contain only one end of a flow, in the order in which the flow crosses
 * them.
 */
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

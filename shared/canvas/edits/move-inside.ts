import { applyOperation } from '../apply.ts';
import {
  isLocked,
  sizeOf,
  type CanvasDocument,
  type CanvasNode,
  type Position,
  type Size,
} from '../document.ts';
import {
  boxOf,
  centreOf,
  holdsBox,
  isBoundary,
  overlap,
  positionOf,
  type Box,
} from '../geometry.ts';
import { ancestorsOf, childrenOf, nodeById, withDescendants } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';
import { placedUnder, withParentsFirst } from './placing.ts';

/**
 * `gap` is the distance between nodes in a boundary, and between a node and the boundary's outline. At
 * the top, the distance from the outline is `labelRoom` instead, because the label is there. Both are in
 * pixels.
 */
const gap = 20;
const labelRoom = 40;
const step = 10;

const onGrid = (value: number): number => Math.ceil(value / step) * step;

type Room = {
  at: Position;
  /** The operation that enlarges the boundary and its ancestors. */
  growth: CanvasOperation;
};

/**
 * Returns a free position for a box in a boundary: in the first row with room, or below all other nodes
 * if no row has room. Also returns the growth of the boundary and its ancestors. A locked boundary and
 * the boundaries around it do not grow. Without a boundary, the position is on the canvas, next to
 * `beside`.
 */
const roomInside = (
  document: CanvasDocument,
  boundary: CanvasNode | undefined,
  size: Size,
  except: ReadonlySet<string> = new Set(),
  beside: Box = { x: 0, y: 0, width: 0, height: 0 },
): Room => {
  if (!boundary) return { at: placeBeside(document, beside, size, except), growth: [] };
  const taken = childrenOf(document, boundary.id)
    .filter(({ id }) => !except.has(id))
    .map((child) => boxOf(document, child));
  const open = openBox(document, boundary);
  const at = placeWithin(open, size, taken) ?? {
    x: open.x + gap,
    // This is not `Math.max(...values)`, because a boundary can have more children than a function call
    // can have arguments.
    y: onGrid(
      taken.reduce(
        (lowest, { y, height }) => Math.max(lowest, y + height + gap),
        open.y + labelRoom,
      ),
    ),
  };
  return { at, growth: growth(document, boundary, { ...at, ...size }) };
};

/** Returns the box that a boundary has when it is expanded. */
const openBox = (document: CanvasDocument, boundary: CanvasNode): Box => {
  const { width, height, data, ...rest } = boundary;
  const { collapsed: _, ...open } = data;
  return {
    ...positionOf(document, boundary),
    ...sizeOf({
      ...rest,
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
      data: open,
    }),
  };
};

/**
 * The largest number of rows that are searched for a free position. Documents of other tools may have
 * negative or enormous sizes, with which the search would otherwise run very long or never end.
 */
const maxRows = 1000;

const placeWithin = (open: Box, size: Size, taken: readonly Box[]): Position | null => {
  const left = onGrid(open.x + gap);
  const right = open.x + open.width - gap - size.width;
  const bottom = open.y + open.height - gap - size.height;
  const top = onGrid(open.y + labelRoom);
  for (let row = 0; row < maxRows; row += 1) {
    const y = top + row * (size.height + gap);
    if (y > bottom) return null;
    let x = left;
    // Each attempt goes past at least one node, so one more attempt than there are nodes is enough.
    for (let passed = 0; passed <= taken.length && x <= right; passed += 1) {
      const box = { x, y, ...size };
      const obstacle = taken.find((other) => overlap(box, other, gap));
      if (!obstacle) return { x, y };
      x = Math.max(x + step, onGrid(obstacle.x + obstacle.width + gap));
    }
  }
  return null;
};

/**
 * Returns a position to the right of a box on the canvas. If this position is occupied, returns one
 * further down.
 */
const placeBeside = (
  document: CanvasDocument,
  beside: Box,
  size: Size,
  except: ReadonlySet<string>,
): Position => {
  const x = onGrid(beside.x + beside.width + 2 * gap);
  const taken = document.nodes
    .filter(({ id, parentId }) => parentId === undefined && !except.has(id))
    .map((node) => boxOf(document, node))
    .filter((box) => box.x < x + size.width + gap && x < box.x + box.width + gap)
    .toSorted((one, other) => one.y - other.y);
  let y = onGrid(beside.y);
  for (const box of taken) {
    if (overlap({ x, y, ...size }, box, gap)) y = onGrid(box.y + box.height + gap);
  }
  return { x, y };
};

const growth = (document: CanvasDocument, boundary: CanvasNode, content: Box): CanvasOperation => {
  const operation: CanvasOperation = [];
  let inner = content;
  for (const node of [boundary, ...ancestorsOf(document, boundary)].filter(isBoundary)) {
    const box = openBox(document, node);
    if (isLocked(node)) break;
    const width = Math.max(box.width, inner.x + inner.width + gap - box.x);
    const height = Math.max(box.height, inner.y + inner.height + gap - box.y);
    if (width > box.width || height > box.height) {
      operation.push({ kind: 'setNode', id: node.id, fields: { width, height } });
    }
    inner = { ...box, width, height };
  }
  return operation;
};

/** Adds a node at a free position in a boundary, or on the canvas if no boundary is given. */
export const addInside = (
  document: CanvasDocument,
  boundaryId: string | undefined,
  node: CanvasNode,
): CanvasOperation => {
  const { parentId: _, ...free } = node;
  const boundary = nodeById(document, boundaryId);
  const beside = { ...node.position, width: 0, height: 0 };
  const room = roomInside(document, boundary, sizeOf(node), new Set(), beside);
  const origin = boundary ? positionOf(document, boundary) : { x: 0, y: 0 };
  const position = { x: room.at.x - origin.x, y: room.at.y - origin.y };
  const child = { ...free, position, ...(boundary && { parentId: boundary.id }) };
  return [...room.growth, { kind: 'addNode', index: document.nodes.length, node: child }];
};

/**
 * Moves nodes into a boundary, or out of all boundaries if no boundary is given. Nodes that already lie
 * in the boundary's box keep their position, and all others get free positions. A boundary cannot move
 * into itself or a descendant. Locked nodes stay.
 */
export const moveInside = (
  document: CanvasDocument,
  ids: Iterable<string>,
  boundaryId: string | undefined,
): CanvasOperation => {
  const boundary = nodeById(document, boundaryId);
  if (boundaryId !== undefined && (!boundary || !isBoundary(boundary))) return [];
  const wanted = new Set(ids);
  const operation: CanvasOperation = [];
  let current = document;
  for (const id of wanted) {
    const node = nodeById(document, id);
    if (!node || !canMove(document, node, boundary, wanted)) continue;
    const one = withParentsFirst(current, movedInside(current, id, boundaryId));
    operation.push(...one);
    current = applyOperation(current, one);
  }
  return operation;
};

const canMove = (
  document: CanvasDocument,
  node: CanvasNode,
  boundary: CanvasNode | undefined,
  wanted: ReadonlySet<string>,
): boolean =>
  !isLocked(node) &&
  !ancestorsOf(document, node).some(({ id }) => wanted.has(id)) &&
  !(boundary && withDescendants(document, [node.id]).has(boundary.id));

const movedInside = (
  document: CanvasDocument,
  id: string,
  boundaryId: string | undefined,
): CanvasOperation => {
  const node = nodeById(document, id);
  const boundary = nodeById(document, boundaryId);
  if (!node) return [];
  const box = boxOf(document, node);
  const stays = boundary
    ? holdsBox(openBox(document, boundary), box)
    : !ancestorsOf(document, node).some((each) =>
        holdsBox(boxOf(document, each), { ...centreOf(box), width: 0, height: 0 }),
      );
  const outermost = ancestorsOf(document, node).at(-1);
  const room = stays
    ? { at: { x: box.x, y: box.y }, growth: [] }
    : roomInside(
        document,
        boundary,
        sizeOf(node),
        new Set([id]),
        outermost && boxOf(document, outermost),
      );
  const origin = boundary && positionOf(document, boundary);
  return [...room.growth, ...placedUnder(node, room.at, boundary, origin)];
};

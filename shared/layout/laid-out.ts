import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { applyOperation } from '../canvas/apply.ts';
import {
  isCollapsed,
  isLocked,
  sizeOf,
  type CanvasDocument,
  type CanvasNode,
  type Position,
} from '../canvas/document.ts';
import { boxAround, overlap, type Box } from '../canvas/geometry.ts';
import { ancestorsOf, childrenOf, nodeById } from '../canvas/lookup.ts';
import type { CanvasOperation } from '../canvas/operation.ts';
import { isHolder, isOpen, type Container } from './containers.ts';
import { elkCourses } from './elk-courses.ts';
import { boundaryPadding, nodeGap, smallestBoundary } from './layout-graph.ts';
import { elkBoxes } from './layout-tree.ts';

/**
 * `boxes` has the new boxes of nodes, by the ID of the node. A box is relative to the parent of its
 * node.
 */
type Sketch = { document: CanvasDocument; boxes: Map<string, Box> };

/**
 * Returns the document with the nodes at the positions from elk, and with elk's routes for flows. Each
 * container in `parts` keeps its top left corner, or starts at the corner of its boundary if it is the
 * whole content of the boundary. A container that would cover pinned nodes moves aside.
 *
 * Boundaries are resized to fit their contents, and the boundaries around them grow. No node changes its
 * parent.
 */
export const laidOut = (
  document: CanvasDocument,
  parts: readonly { container: Container; graph: ElkNode }[],
): CanvasDocument => {
  const sketch: Sketch = { document, boxes: new Map() };
  for (const { container, graph } of parts) {
    put(sketch, container, graph);
    const { parent, isWhole } = container;
    if (!parent) continue;
    if (isWhole) fit(sketch, parent);
    for (const each of [parent, ...ancestorsOf(document, parent)]) growAround(sketch, each);
  }
  const after = applyOperation(document, movesIn(sketch));
  return applyOperation(after, elkCourses(after, parts));
};

const boxNow = ({ boxes }: Sketch, node: CanvasNode): Box =>
  boxes.get(node.id) ?? { x: node.position.x, y: node.position.y, ...sizeOf(node) };

const put = (
  sketch: Sketch,
  { parent, free, pinned, isWhole }: Container,
  graph: ElkNode,
): void => {
  const now = (node: CanvasNode): Box => boxNow(sketch, node);
  const before = boxAround(free.map(now));
  for (const [id, box] of elkBoxes(graph)) sketch.boxes.set(id, box);
  const block = boxAround(free.map(now));
  if (!before || !block) return;
  const corner = { x: boundaryPadding.side, y: boundaryPadding.top };
  const isAlone = isWhole && pinned.length === 0;
  let wanted: Position = before;
  if (parent && isHolder(parent)) {
    const { x, y } = isAlone ? corner : before;
    wanted = { x: Math.max(corner.x, x), y: Math.max(corner.y, y) };
  }
  const spot = freeSpot({ ...block, x: wanted.x, y: wanted.y }, pinned.map(now));
  for (const node of free) {
    const box = now(node);
    const at = { x: box.x - block.x + spot.x, y: box.y - block.y + spot.y };
    sketch.boxes.set(node.id, { ...box, ...at });
  }
};

/**
 * With more obstacles than this, only free positions to the right of or below all obstacles are tried.
 */
const manyObstacles = 40;

/**
 * Returns the wanted position of a block. If it is occupied, returns the nearest free position to the
 * right or below.
 */
const freeSpot = (block: Box, obstacles: readonly Box[]): Position => {
  const around = boxAround(obstacles);
  const isFree = (at: Position): boolean =>
    !obstacles.some((box) => overlap({ ...block, ...at }, box, nodeGap));
  if (!around || isFree(block)) return block;
  const beyond = obstacles.length > manyObstacles ? [around] : [...obstacles, around];
  const columns = [block.x, ...beyond.map(({ x, width }) => x + width + nodeGap)];
  const rows = [block.y, ...beyond.map(({ y, height }) => y + height + nodeGap)];
  const spots = columns.flatMap((x) => rows.map((y) => ({ x, y })));
  const ahead = spots.filter(({ x, y }) => x >= block.x && y >= block.y);
  const distance = ({ x, y }: Position): number => x - block.x + y - block.y;
  return ahead.toSorted((a, b) => distance(a) - distance(b)).find(isFree) ?? block;
};

/** Resizes a boundary to fit its contents. The top left corner of the boundary stays. */
const fit = (sketch: Sketch, boundary: CanvasNode): void => {
  const children = childrenOf(sketch.document, boundary.id);
  sketch.boxes.set(boundary.id, { ...boxNow(sketch, boundary), ...smallestBoundary });
  enclose(sketch, boundary, children);
};

/** Enlarges a boundary if children with a new box extend beyond the boundary. */
const growAround = (sketch: Sketch, boundary: CanvasNode): void =>
  enclose(
    sketch,
    boundary,
    childrenOf(sketch.document, boundary.id).filter(({ id }) => sketch.boxes.has(id)),
  );

const enclose = (sketch: Sketch, boundary: CanvasNode, children: readonly CanvasNode[]): void => {
  if (!isOpen(sketch.document, boundary) || isLocked(boundary)) return;
  const box = { ...boxNow(sketch, boundary) };
  for (const child of children) {
    const { x, y, width, height } = boxNow(sketch, child);
    box.width = Math.max(box.width, x + width + boundaryPadding.side);
    box.height = Math.max(box.height, y + height + boundaryPadding.side);
  }
  sketch.boxes.set(boundary.id, box);
};

const movesIn = ({ document, boxes }: Sketch): CanvasOperation => {
  const moved = new Set<string>();
  const moves = [...boxes].flatMap(([id, { x, y, width, height }]): CanvasOperation => {
    const node = nodeById(document, id);
    if (!node) return [];
    const size = sizeOf(node);
    const isMoved = node.position.x !== x || node.position.y !== y;
    const isResized = !isCollapsed(node) && (size.width !== width || size.height !== height);
    if (!isMoved && !isResized) return [];
    moved.add(id);
    const position = { ...node.position, x, y };
    const fields = { ...(isMoved && { position }), ...(isResized && { width, height }) };
    return [{ kind: 'setNode', id, fields }];
  });
  return [...moves, ...withoutBends(document, moved)];
};

const withoutBends = (document: CanvasDocument, moved: ReadonlySet<string>): CanvasOperation => {
  const isMoved = (id: string): boolean => {
    const node = nodeById(document, id);
    return !!node && [node, ...ancestorsOf(document, node)].some((each) => moved.has(each.id));
  };
  return document.edges
    .filter(({ data, source, target }) => data?.bends && (isMoved(source) || isMoved(target)))
    .map(({ id }) => ({ kind: 'setEdge', id, unsetData: ['bends'] }));
};

import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { applyOperation } from '#shared/canvas/apply.ts';
import {
  isLocked,
  sizeOf,
  type CanvasDocument,
  type CanvasNode,
  type Position,
} from '#shared/canvas/document.ts';
import { boxAround, isBoundary, type Box } from '#shared/canvas/geometry.ts';
import { ancestorsOf, childrenOf, nodeById } from '#shared/canvas/lookup.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import { isOpen, type Container } from './containers.ts';
import { elkBoxes } from './elk-boxes.ts';
import { flowBends } from './flow-bends.ts';
import { boundaryPadding, nodeGap, smallestBoundary } from './layout-options.ts';

/** New boxes by the ids of nodes, relative to their parents. */
type Sketch = { document: CanvasDocument; boxes: Map<string, Box> };

/**
 * The operation that puts nodes where elk has put them. A part begins where it began, or at the
 * corner of its boundary; it goes aside where it would cover what stays. Boundaries fit what they
 * hold, and those around grow. No node changes its boundary. Bends of flows are of the old places;
 * where a flow would lead behind an element, it takes the way that elk has found.
 */
export const laidOut = (
  document: CanvasDocument,
  parts: readonly { container: Container; graph: ElkNode }[],
): CanvasOperation => {
  const sketch: Sketch = { document, boxes: new Map() };
  for (const { container, graph } of parts) {
    put(sketch, container, graph);
    const { parent, isWhole } = container;
    if (!parent) continue;
    if (isWhole) fit(sketch, parent);
    for (const each of [parent, ...ancestorsOf(document, parent)]) growAround(sketch, each);
  }
  const places = placesIn(sketch);
  const after = applyOperation(document, places);
  return [...places, ...flowBends(after, parts)];
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
  if (parent && isBoundary(parent)) {
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

/** Where it is wanted, or else beside or below all that stays, whichever is nearer. */
const freeSpot = (block: Box, obstacles: readonly Box[]): Position => {
  const around = boxAround(obstacles);
  if (!around || !obstacles.some((box) => overlap(block, box))) return block;
  const beside = { x: around.x + around.width + nodeGap, y: block.y };
  const below = { x: block.x, y: around.y + around.height + nodeGap };
  return beside.x - block.x < below.y - block.y ? beside : below;
};

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width + nodeGap &&
  other.x < one.x + one.width + nodeGap &&
  one.y < other.y + other.height + nodeGap &&
  other.y < one.y + one.height + nodeGap;

/** Makes a boundary as large as what it holds needs; its corner stays. */
const fit = (sketch: Sketch, boundary: CanvasNode): void => {
  const held = childrenOf(sketch.document, boundary.id);
  sketch.boxes.set(boundary.id, { ...boxNow(sketch, boundary), ...smallestBoundary });
  enclose(sketch, boundary, held);
};

/** Makes a boundary larger where what was put into it sticks out. */
const growAround = (sketch: Sketch, boundary: CanvasNode): void =>
  enclose(
    sketch,
    boundary,
    childrenOf(sketch.document, boundary.id).filter(({ id }) => sketch.boxes.has(id)),
  );

const enclose = (sketch: Sketch, boundary: CanvasNode, held: readonly CanvasNode[]): void => {
  if (!isOpen(sketch.document, boundary) || isLocked(boundary)) return;
  const box = { ...boxNow(sketch, boundary) };
  for (const child of held) {
    const { x, y, width, height } = boxNow(sketch, child);
    box.width = Math.max(box.width, x + width + boundaryPadding.side);
    box.height = Math.max(box.height, y + height + boundaryPadding.side);
  }
  sketch.boxes.set(boundary.id, box);
};

const placesIn = ({ document, boxes }: Sketch): CanvasOperation => {
  const moved = new Set<string>();
  const places = [...boxes].flatMap(([id, { x, y, width, height }]): CanvasOperation => {
    const node = nodeById(document, id);
    if (!node) return [];
    const size = sizeOf(node);
    const isMoved = node.position.x !== x || node.position.y !== y;
    const isResized = isOpen(document, node) && (size.width !== width || size.height !== height);
    if (!isMoved && !isResized) return [];
    moved.add(id);
    const position = { ...node.position, x, y };
    const fields = { ...(isMoved && { position }), ...(isResized && { width, height }) };
    return [{ kind: 'setNode', id, fields }];
  });
  return [...places, ...withoutBends(document, moved)];
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

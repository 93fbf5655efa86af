import { applyOperation } from '../canvas/apply.ts';
import {
  isCollapsed,
  isLocked,
  sizeOf,
  type CanvasDocument,
  type CanvasNode,
  type Position,
} from '../canvas/document.ts';
import { moveBends } from '../canvas/edits/bends.ts';
import { centreOf, holdsPoint, type Box } from '../canvas/geometry.ts';
import { ancestorsOf, childrenOf, nodeById } from '../canvas/lookup.ts';
import type { CanvasOperation } from '../canvas/operation.ts';
import { placementOf } from '../canvas/placement.ts';
import { isHolder, isOpen } from './containers.ts';
import { gridIndex } from './grid-index.ts';
import { neededSize } from './needed-size.ts';
import { isOverlap } from './sibling-overlaps.ts';

/**
 * `gap` is the gap between elements that overlapped. `inset` is the distance between an element and the
 * outline around it. Both are in pixels.
 */
const gap = 20;
const inset = { top: 40, side: 20 };

/**
 * The largest number of times that overlapping elements are pushed apart. Elements that still overlap
 * after that are placed below all others.
 */
const rounds = 40;
/**
 * The largest number of overlaps for each element, on average, with which elements are pushed apart.
 * With more overlaps, pushing would not help, so the overlapping elements are placed below all others at
 * once.
 */
const maxOverlaps = 8;

type Item = { node: CanvasNode; box: Box; isFixed: boolean };

/**
 * Returns the operation that makes a drawing readable and moves as little as possible. Elements are
 * widened to fit their names, pushed off their siblings, and moved into the elements around them, which
 * grow if necessary. Locked elements stay. The time grows in proportion to the number of elements, and
 * with the number of overlaps.
 */
export const tidyUp = (document: CanvasDocument): CanvasOperation => {
  const boxes = new Map<string, Box>();
  for (const holder of [...holdersOf(document), null]) {
    const items = itemsIn(document, boxes, holder);
    if (holder) for (const item of items) pullIn(item, holder);
    pushApart(items);
    for (const { node, box } of items) boxes.set(node.id, box);
    if (holder && !isLocked(holder)) enclose(holder, items, boxes);
  }
  const operation = [...boxes].flatMap(([id, box]): CanvasOperation =>
    changesOf(document, id, box),
  );
  return [...operation, ...moveBends(document, displacements(document, operation))];
};

/** Returns the nodes whose contents are drawn, innermost first. */
const holdersOf = (document: CanvasDocument): CanvasNode[] =>
  document.nodes
    .filter((node) => isOpen(document, node) && !ancestorsOf(document, node).some(isCollapsed))
    .map((node) => ({ node, depth: ancestorsOf(document, node).length }))
    .toSorted((one, other) => other.depth - one.depth)
    .map(({ node }) => node);

const itemsIn = (
  document: CanvasDocument,
  boxes: ReadonlyMap<string, Box>,
  holder: CanvasNode | null,
): Item[] => {
  const nodes = holder
    ? childrenOf(document, holder.id)
    : document.nodes.filter((node) => nodeById(document, node.parentId) === undefined);
  return nodes.map((node) => ({
    node,
    box: boxes.get(node.id) ?? widened(document, node),
    isFixed: isLocked(node),
  }));
};

/**
 * Returns the box of an element. If the element is too small for its name, the box is enlarged around
 * its center.
 */
const widened = (document: CanvasDocument, node: CanvasNode): Box => {
  const { x, y } = node.position;
  const size = sizeOf(node);
  if (isLocked(node) || !isHolder(node) || isOpen(document, node)) return { x, y, ...size };
  const needed = neededSize(node);
  return {
    x: Math.round(x - (needed.width - size.width) / 2),
    y: Math.round(y - (needed.height - size.height) / 2),
    ...needed,
  };
};

/**
 * Moves an element into its parent if the element's center is outside. If the center is inside, the
 * parent grows later instead.
 */
const pullIn = (item: Item, holder: CanvasNode): void => {
  const { width, height } = sizeOf(holder);
  const { box, isFixed } = item;
  if (isFixed || holdsPoint({ x: 0, y: 0, width, height }, centreOf(box))) return;
  item.box = {
    ...box,
    x: Math.max(inset.side, Math.min(width - inset.side - box.width, box.x)),
    y: Math.max(inset.top, Math.min(height - inset.side - box.height, box.y)),
  };
};

/**
 * Pushes overlapping elements apart along the shortest way. Each element of a pair moves by half of this
 * way or, if the other element is locked, by the whole way.
 */
const pushApart = (items: Item[]): void => {
  for (let round = 0; round < rounds; round += 1) {
    const pairs = overlapsAmong(items, items.length * maxOverlaps);
    if (!pairs) break;
    if (pairs.length === 0) return;
    for (const [one, other] of pairs) separate(one, other);
  }
  moveRestBelow(items);
};

/** Returns the pairs of overlapping items, or `null` if there are more than `maxPairs`. */
const overlapsAmong = (items: readonly Item[], maxPairs: number): [Item, Item][] | null => {
  const index = gridIndex<Item>();
  const pairs: [Item, Item][] = [];
  for (const item of items) {
    for (const other of index.near(item.box)) {
      if (isOverlap(item, other)) pairs.push([other, item]);
      if (pairs.length > maxPairs) return null;
    }
    index.add(item.box, item);
  }
  return pairs;
};

const separate = (one: Item, other: Item): void => {
  if (one.isFixed && other.isFixed) return;
  const [a, b] = [centreOf(one.box), centreOf(other.box)];
  const x = (one.box.width + other.box.width) / 2 + gap - Math.abs(b.x - a.x);
  const y = (one.box.height + other.box.height) / 2 + gap - Math.abs(b.y - a.y);
  const isAcross = x < y;
  const distance = isAcross ? x : y;
  const towards = (isAcross ? b.x - a.x : b.y - a.y) < 0 ? -1 : 1;
  const [part, otherPart] = one.isFixed ? [0, 1] : other.isFixed ? [1, 0] : [0.5, 0.5];
  shift(one, isAcross, -towards * distance * part);
  shift(other, isAcross, towards * distance * otherPart);
};

const shift = (item: Item, isAcross: boolean, by: number): void => {
  const { x, y } = item.box;
  const rounded = by < 0 ? Math.floor(by) : Math.ceil(by);
  item.box = { ...item.box, ...(isAcross ? { x: x + rounded } : { y: y + rounded }) };
};

const crowded = (items: readonly Item[]): Set<Item> => {
  const index = gridIndex<Item>();
  const found = new Set<Item>();
  for (const item of items) {
    for (const other of index.near(item.box)) {
      if ((found.has(item) && found.has(other)) || !isOverlap(item, other)) continue;
      found.add(item).add(other);
    }
    index.add(item.box, item);
  }
  return found;
};

/** Moves the elements that still overlap to free positions in rows, below all other elements. */
const moveRestBelow = (items: readonly Item[]): void => {
  const rest = crowded(items);
  const staying = items.filter((item) => !rest.has(item) || item.isFixed);
  const bottom = (list: readonly Item[]): number =>
    list.reduce((max, { box }) => Math.max(max, box.y + box.height), -Infinity);
  const left = items.reduce((min, { box }) => Math.min(min, box.x), Infinity);
  const perRow = Math.ceil(Math.sqrt(rest.size));
  let [x, y, rowEnd] = [left, bottom(staying), 0];
  y = Number.isFinite(y) ? y + gap : 0;
  rowEnd = y;
  for (const [at, item] of [...rest].filter(({ isFixed }) => !isFixed).entries()) {
    if (at % perRow === 0) {
      x = left;
      y = at === 0 ? y : rowEnd + gap;
    }
    item.box = { ...item.box, x, y };
    x += item.box.width + gap;
    rowEnd = Math.max(rowEnd, y + item.box.height);
  }
};

/** Enlarges a node on the sides where its contents extend beyond the node. */
const enclose = (holder: CanvasNode, items: readonly Item[], boxes: Map<string, Box>): void => {
  const { width, height } = sizeOf(holder);
  let [left, top, right, bottom] = [0, 0, width, height];
  for (const { box } of items) {
    if (box.x < 0) left = Math.min(left, box.x - inset.side);
    if (box.y < 0) top = Math.min(top, box.y - inset.top);
    if (box.x + box.width > width) right = Math.max(right, box.x + box.width + inset.side);
    if (box.y + box.height > height) bottom = Math.max(bottom, box.y + box.height + inset.side);
  }
  const { x, y } = holder.position;
  boxes.set(holder.id, { x: x + left, y: y + top, width: right - left, height: bottom - top });
  if (left === 0 && top === 0) return;
  for (const { node, box } of items)
    boxes.set(node.id, { ...box, x: box.x - left, y: box.y - top });
};

const changesOf = (document: CanvasDocument, id: string, box: Box): CanvasOperation => {
  const node = nodeById(document, id);
  if (!node) return [];
  const { x, y, width, height } = box;
  const size = sizeOf(node);
  const isMoved = node.position.x !== x || node.position.y !== y;
  const isResized = !isCollapsed(node) && (size.width !== width || size.height !== height);
  if (!isMoved && !isResized) return [];
  const position = { ...node.position, x, y };
  return [
    {
      kind: 'setNode',
      id,
      fields: { ...(isMoved && { position }), ...(isResized && { width, height }) },
    },
  ];
};

const displacements = (
  document: CanvasDocument,
  operation: CanvasOperation,
): ((id: string) => Position | undefined) => {
  const [before, after] = [placementOf(document), placementOf(applyOperation(document, operation))];
  const by = new Map<string, Position>();
  for (const [at, { id }] of document.nodes.entries()) {
    const x = (after.x[at] ?? 0) - (before.x[at] ?? 0);
    const y = (after.y[at] ?? 0) - (before.y[at] ?? 0);
    if (x !== 0 || y !== 0) by.set(id, { x, y });
  }
  return (id) => by.get(id);
};

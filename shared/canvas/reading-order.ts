import { isCollapsed, type CanvasDocument, type CanvasNode } from './document.ts';
import { flowEndsOf } from './flow-ends.ts';
import { boxOf, type Box } from './geometry.ts';
import { childrenOf } from './lookup.ts';

type NodeBox = { node: CanvasNode; box: Box };
const orders = new WeakMap<CanvasDocument, string[]>();

/**
 * Returns the IDs of all elements in reading order: row by row, each node followed by its outgoing flows
 * and then by its children. Elements hidden in a collapsed boundary are left out. A flow that leaves a
 * collapsed boundary comes after the boundary.
 */
export const readingOrder = (document: CanvasDocument): readonly string[] => {
  const known = orders.get(document);
  if (known) return known;
  const { source } = flowEndsOf(document);
  const flows = Map.groupBy(document.edges, (_, at) => document.nodes[source[at] ?? -1]?.id);
  const order: string[] = [];
  const visit = (nodes: readonly CanvasNode[]): void => {
    for (const node of inReadingOrder(document, nodes)) {
      order.push(node.id, ...(flows.get(node.id) ?? []).map((edge) => edge.id));
      if (!isCollapsed(node)) visit(childrenOf(document, node.id));
    }
  };
  visit(document.nodes.filter((node) => node.parentId === undefined));
  orders.set(document, order);
  return order;
};

/** Sorts sibling nodes in reading order. */
export const inReadingOrder = (
  document: CanvasDocument,
  nodes: readonly CanvasNode[],
): CanvasNode[] =>
  inRows(nodes.map((node) => ({ node, box: boxOf(document, node) }))).map(({ node }) => node);

/**
 * Sorts nodes row by row. A row contains the nodes whose top is above the center of the row's first
 * node.
 */
const inRows = (boxes: NodeBox[]): NodeBox[] => {
  const rows: NodeBox[][] = [];
  let end = -Infinity;
  for (const each of boxes.toSorted((one, other) => one.box.y - other.box.y)) {
    const row = rows.at(-1);
    if (row && each.box.y < end) row.push(each);
    else {
      rows.push([each]);
      end = each.box.y + each.box.height / 2;
    }
  }
  return rows.flatMap((row) => row.toSorted((one, other) => one.box.x - other.box.x));
};

export type Direction = 'up' | 'right' | 'down' | 'left';

const steps: Record<Direction, { x: number; y: number }> = {
  up: { x: 0, y: -1 },
  right: { x: 1, y: 0 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
};

/**
 * Returns the ID of the nearest box in a direction. A distance at right angles to the direction counts
 * twice.
 */
export const nearestTowards = <Id extends string>(
  from: Box,
  candidates: readonly (readonly [Id, Box])[],
  direction: Direction,
): Id | null => {
  const step = steps[direction];
  let best: { id: Id; distance: number } | null = null;
  for (const [id, box] of candidates) {
    const x = box.x + box.width / 2 - from.x - from.width / 2;
    const y = box.y + box.height / 2 - from.y - from.height / 2;
    const ahead = x * step.x + y * step.y;
    const aside = Math.abs(x * step.y) + Math.abs(y * step.x);
    const distance = ahead + aside * 2;
    if (ahead > 0 && (!best || distance < best.distance)) best = { id, distance };
  }
  return best?.id ?? null;
};

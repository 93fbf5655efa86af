import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { sizeOf, type Position } from '../canvas/document.ts';
import { boxAround, type Box } from '../canvas/geometry.ts';
import type { Container } from './containers.ts';
import { nodeIdOf } from './layout-tree.ts';

/**
 * The limits of the gap between neighboring nodes, in pixels. The smallest gap is `minGap`, plus `lane`
 * for each flow per node. The largest gap is `maxGap`.
 */
const minGap = 60;
const maxGap = 240;
const lane = 14;

type Item = { elk: ElkNode; before: Box; size: { width: number; height: number } };

/**
 * Returns a laid out graph in which the top-level nodes are in rows. The nodes stay above or beside each
 * other as they are now, as far as their new sizes allow. `flows` is the number of flows between these
 * nodes. With more flows, the gaps are wider.
 */
export const inRows = ({ free }: Container, graph: ElkNode, flows: number): ElkNode => {
  const children = graph.children ?? [];
  const byId = new Map(free.map((node) => [node.id, node]));
  const items = children.flatMap((elk): Item[] => {
    const node = byId.get(nodeIdOf(elk) ?? '');
    if (!node) return [];
    const { width = 0, height = 0 } = elk;
    const { x, y } = node.position;
    return [{ elk, before: { x, y, ...sizeOf(node) }, size: { width, height } }];
  });
  const around = boxAround(items.map(({ before }) => before));
  if (!around) return graph;
  const gap = Math.min(maxGap, minGap + (lane * flows) / items.length);
  const moved = new Map<ElkNode, Position>();
  let top = 0;
  for (const row of rowsOf(items, around, gap)) {
    const first = Math.min(...row.map(({ before }) => before.y)) - around.y;
    const y = top === 0 ? 0 : within(first, top + gap, top + maxGap);
    let right = 0;
    for (const { elk, before, size } of row) {
      const x = right === 0 ? 0 : within(before.x - around.x, right + gap, right + maxGap);
      moved.set(elk, { x: Math.round(x), y: Math.round(y) });
      right = x + size.width;
    }
    top = y + Math.max(...row.map(({ size }) => size.height));
  }
  return {
    ...graph,
    children: children.map((elk) => movedTo(elk, moved.get(elk) ?? { x: 0, y: 0 })),
  };
};

const within = (value: number, min: number, max: number): number =>
  Math.max(min, Math.min(max, value));

/**
 * Returns the nodes in rows. Nodes at about the same vertical position are in one row. A row that is far
 * too wide is divided.
 */
const rowsOf = (items: readonly Item[], around: Box, gap: number): Item[][] => {
  const area = items.reduce(
    (sum, { size: { width, height } }) => sum + (width + gap) * (height + gap),
    0,
  );
  const widest = Math.max(1.2 * around.width, Math.sqrt(1.6 * area));
  const middle = ({ before: { y, height } }: Item): number => y + height / 2;
  const rows: Item[][] = [];
  let row: Item[] = [];
  for (const item of items.toSorted((one, other) => middle(one) - middle(other))) {
    const [first] = row;
    if (!first || middle(item) > middle(first) + first.before.height / 2) {
      row = [];
      rows.push(row);
    }
    row.push(item);
  }
  return rows.flatMap((each) => {
    const sorted = each.toSorted((one, other) => one.before.x - other.before.x);
    const width = sorted.reduce((sum, { size }) => sum + size.width + gap, 0);
    const count = Math.ceil(width / widest);
    const length = Math.ceil(sorted.length / count);
    return Array.from({ length: count }, (_, at) => sorted.slice(at * length, (at + 1) * length));
  });
};

/**
 * Returns a node at another position. The routes inside the node move too, because elk gives them
 * relative to the whole graph.
 */
const movedTo = (elk: ElkNode, { x, y }: Position): ElkNode => {
  const by = { x: x - (elk.x ?? 0), y: y - (elk.y ?? 0) };
  return { ...withMovedLines(elk, by), x, y };
};

const withMovedLines = (elk: ElkNode, by: Position): ElkNode => {
  const moved = (at: Position): Position => ({ x: at.x + by.x, y: at.y + by.y });
  return {
    ...elk,
    ...(elk.edges && {
      edges: elk.edges.map((edge) => ({
        ...edge,
        ...(edge.sections && {
          sections: edge.sections.map((section) => ({
            ...section,
            startPoint: moved(section.startPoint),
            endPoint: moved(section.endPoint),
            ...(section.bendPoints && { bendPoints: section.bendPoints.map(moved) }),
          })),
        }),
      })),
    }),
    ...(elk.children && { children: elk.children.map((child) => withMovedLines(child, by)) }),
  };
};

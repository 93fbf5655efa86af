import {
  sizeOf,
  type CanvasDocument,
  type CanvasEdge,
  type CanvasNode,
  type Position,
  type Size,
} from '../canvas/document.ts';
import type { Unstated } from '../otm/content.ts';
import { pick, type Fields } from '../otm/fields.ts';
import { arrange, padding } from '../otm/reading/arrange.ts';
import { byId } from './by-id.ts';

type Placing = {
  /** The canvas of a file, with the IDs of `before`. Parents come before children. */
  document: CanvasDocument;
  /** The canvas from which positions and sizes are taken if the file does not state them. */
  before: CanvasDocument;
  /** The canvas that new elements must not cover. */
  now: CanvasDocument;
  unstated: Unstated;
};

type Nodes = Map<string, CanvasNode>;

/** `enlarged` has the IDs of the boundaries that were enlarged to hold new elements. */
export type PlacedCanvas = { document: CanvasDocument; enlarged: ReadonlySet<string> };

/**
 * Returns the canvas of a file. Positions and sizes that the file does not state are taken from
 * `before`. New elements, and elements that moved into another boundary, are placed below the existing
 * elements.
 */
export const placeUnstated = ({ document, before, now, unstated }: Placing): PlacedCanvas => {
  const known = byId(before.nodes);
  const nodes: Nodes = new Map();
  const loose = new Set<string>();
  for (const node of document.nodes) {
    const { id, parentId } = node;
    const own = known.get(id);
    const sized = own && unstated.sizes.has(id) ? withSizeOf(node, own) : node;
    // If the file does not state the position of a boundary, the positions of its children are not
    // stated either, because they changed when the boundary was placed.
    const isStated = !unstated.positions.has(id) && !unstated.positions.has(parentId ?? '');
    const hasSameParent = own !== undefined && own.parentId === parentId;
    const isInNew = parentId !== undefined && !known.has(parentId);
    nodes.set(id, hasSameParent && !isStated ? { ...sized, position: own.position } : sized);
    if (!isStated && !hasSameParent && !isInNew) loose.add(id);
  }
  const enlarged = placeLoose({ nodes, loose, now, edges: document.edges });
  const edges = byId(before.edges);
  return {
    document: {
      ...document,
      nodes: document.nodes.map((node) => nodes.get(node.id) ?? node),
      edges: document.edges.map((edge) => withCourse(edge, edges.get(edge.id), unstated)),
    },
    enlarged,
  };
};

export const withSizeOf = (node: CanvasNode, { width, height }: CanvasNode): CanvasNode => {
  const { width: _width, height: _height, ...rest } = node;
  return {
    ...rest,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
  };
};

type LooseNodes = {
  nodes: Nodes;
  loose: ReadonlySet<string>;
  now: CanvasDocument;
  edges: readonly CanvasEdge[];
};

/**
 * Places the nodes in `loose` below their siblings, and enlarges their boundaries if there is no room.
 * Returns the IDs of the enlarged boundaries.
 */
const placeLoose = ({ nodes, loose, now, edges }: LooseNodes): Set<string> => {
  const enlarged = new Set<string>();
  if (loose.size === 0) return enlarged;
  const current = byId(now.nodes);
  const siblings = Map.groupBy(
    [...now.nodes, ...[...nodes.values()].filter(({ id }) => !current.has(id))].filter(
      ({ id }) => !loose.has(id),
    ),
    ({ parentId }) => parentId,
  );
  const groups = Map.groupBy(
    [...nodes.values()].filter(({ id }) => loose.has(id)),
    ({ parentId }) => parentId,
  );
  // Inner boundaries are handled first, because they may grow and then need more room in the outer
  // boundaries.
  for (const [parentId, group] of [...groups].toReversed()) {
    const others = siblings.get(parentId) ?? [];
    const corner = cornerBelow(others, parentId !== undefined);
    const positions = arrange(group.map(expandedSize), linksOf(group, edges));
    for (const [at, node] of group.entries()) {
      const { x, y } = positions[at] ?? { x: 0, y: 0 };
      nodes.set(node.id, { ...node, position: { x: corner.x + x, y: corner.y + y } });
      for (const id of enlargedBy(node.id, nodes, current)) enlarged.add(id);
    }
  }
  return enlarged;
};

const expandedSize = (node: CanvasNode): Size => sizeOf({ ...node, data: {} });

const cornerBelow = (others: readonly CanvasNode[], isInside: boolean): Position => {
  const bottom = others.reduce(
    (max, node) => Math.max(max, node.position.y + expandedSize(node).height),
    -Infinity,
  );
  if (isInside) {
    return { x: padding.side, y: Math.max(bottom + padding.bottom, padding.top) };
  }
  const left = others.reduce((min, { position }) => Math.min(min, position.x), Infinity);
  return others.length === 0 ? { x: 40, y: 40 } : { x: left, y: bottom + padding.top };
};

const linksOf = (
  group: readonly CanvasNode[],
  edges: readonly CanvasEdge[],
): [number, number][] => {
  const index = new Map(group.map(({ id }, at) => [id, at]));
  return edges.flatMap(({ source, target }): [number, number][] => {
    const [from, to] = [index.get(source), index.get(target)];
    return from === undefined || to === undefined || from === to ? [] : [[from, to]];
  });
};

/**
 * Enlarges the boundaries around a node so that the node fits, and returns their IDs. A boundary that is
 * already large enough on our present canvas does not change.
 */
const enlargedBy = (
  id: string,
  nodes: Nodes,
  current: ReadonlyMap<string, CanvasNode>,
): string[] => {
  const enlarged: string[] = [];
  let inner = nodes.get(id);
  while (inner?.parentId !== undefined) {
    const outer = nodes.get(inner.parentId);
    if (!outer) break;
    const currentOuter = current.get(outer.id) ?? outer;
    const [own, size] = [expandedSize(currentOuter), expandedSize(inner)];
    const { x, y } = inner.position;
    const needed = {
      width: x + size.width + padding.side,
      height: y + size.height + padding.bottom,
    };
    if (needed.width <= own.width && needed.height <= own.height) break;
    const planned = expandedSize(outer);
    inner = {
      ...outer,
      width: Math.max(own.width, planned.width, needed.width),
      height: Math.max(own.height, planned.height, needed.height),
    };
    nodes.set(outer.id, inner);
    enlarged.push(outer.id);
  }
  return enlarged;
};

const route = new Set(['bends', 'labelAt']);
const sides = new Set(['sourceHandle', 'targetHandle']);

/**
 * Returns a flow with our course if the file states the position of neither end. In this case, the file
 * does not state the course either.
 */
const withCourse = (
  edge: CanvasEdge,
  own: CanvasEdge | undefined,
  { positions }: Unstated,
): CanvasEdge => {
  const isSame = own?.source === edge.source && own.target === edge.target;
  if (!isSame || !positions.has(edge.source) || !positions.has(edge.target)) return edge;
  const missing = (of: Fields, among: Fields, keys: ReadonlySet<string>): Fields =>
    pick(among, (key) => keys.has(key) && !Object.hasOwn(of, key));
  const more = missing(edge.data ?? {}, own.data ?? {}, route);
  const data = edge.data || Object.keys(more).length > 0 ? { ...edge.data, ...more } : undefined;
  return { ...edge, ...missing(edge, own, sides), ...(data && { data }) };
};

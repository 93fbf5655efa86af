import { isLocked, sizeOf, type CanvasDocument, type Position } from '../document.ts';
import { boxAround, boxOf, overlap } from '../geometry.ts';
import { nodeById, withDescendants } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';
import { flowMovedBy } from './bends.ts';
import { copy, type Fragment } from './copy.ts';
import { remove } from './remove.ts';

type MovedAcross = {
  /** The operation on the canvas that the nodes leave. */
  taken: CanvasOperation;
  /** The operation on the canvas that the nodes move to. */
  added: CanvasOperation;
  /** The new IDs of the moved top-level nodes. */
  ids: string[];
  /** The number of flows that are removed because only one of their ends moves. */
  cutFlows: number;
};

/** The gap between existing and added elements, in pixels. */
const gap = 80;

/**
 * Returns the nodes that can be moved (`ids`), and the nodes that are locked or contain a locked node
 * (`locked`).
 */
export const movableAcross = (
  document: CanvasDocument,
  nodeIds: Iterable<string>,
): { ids: string[]; locked: string[] } => {
  const isOrHasLocked = (id: string): boolean =>
    [...withDescendants(document, [id])].some((each) => {
      const node = nodeById(document, each);
      return node !== undefined && isLocked(node);
    });
  const { free = [], locked = [] } = Object.groupBy(nodeIds, (id) =>
    isOrHasLocked(id) ? 'locked' : 'free',
  );
  return { ids: free, locked };
};

/**
 * Moves nodes to another canvas, with their descendants and the flows between all these nodes. The moved
 * elements keep their positions. If these positions are occupied, the moved elements are placed to the
 * right of everything on the other canvas. An ID that the other canvas already has is replaced with an
 * ID from `newId`.
 */
export const moveAcross = (
  from: CanvasDocument,
  to: CanvasDocument,
  nodeIds: Iterable<string>,
  newId: () => string,
): MovedAcross => {
  const { nodes } = copy(from, movableAcross(from, nodeIds).ids);
  const going = new Set(nodes.map(({ id }) => id));
  const ends = from.edges.filter(({ source, target }) => going.has(source) || going.has(target));
  const edges = ends.filter(({ source, target }) => going.has(source) && going.has(target));
  const fragment: Fragment = { nodes, edges };
  const nodeIdOf = freeIds(fragment.nodes, to.nodes, newId);
  const edgeIdOf = freeIds(fragment.edges, to.edges, newId);
  return {
    taken: remove(from, going),
    added: put(fragment, to, { nodeIdOf, edgeIdOf }),
    ids: fragment.nodes
      .filter(({ parentId }) => parentId === undefined)
      .map(({ id }) => nodeIdOf(id)),
    cutFlows: ends.length - fragment.edges.length,
  };
};

type Element = { id: string };
type IdOf = (id: string) => string;

/**
 * Returns a function that maps each ID that `existing` already has to a new ID, and any other ID to
 * itself.
 */
const freeIds = (
  coming: readonly Element[],
  existing: readonly Element[],
  newId: () => string,
): IdOf => {
  const taken = new Set(existing.map(({ id }) => id));
  const ids = new Map(
    coming.filter(({ id }) => taken.has(id)).map(({ id }) => [id, newId()] as const),
  );
  return (id) => ids.get(id) ?? id;
};

const put = (
  fragment: Fragment,
  to: CanvasDocument,
  { nodeIdOf, edgeIdOf }: { nodeIdOf: IdOf; edgeIdOf: IdOf },
): CanvasOperation => {
  const by = shiftInto(fragment, to);
  return [
    ...fragment.nodes.map((node, at) => ({
      kind: 'addNode' as const,
      index: to.nodes.length + at,
      node: {
        ...node,
        id: nodeIdOf(node.id),
        ...(node.parentId === undefined
          ? { position: shifted(node.position, by) }
          : { parentId: nodeIdOf(node.parentId) }),
      },
    })),
    ...fragment.edges.map((edge, at) => ({
      kind: 'addEdge' as const,
      index: to.edges.length + at,
      edge: {
        ...flowMovedBy(edge, by),
        id: edgeIdOf(edge.id),
        source: nodeIdOf(edge.source),
        target: nodeIdOf(edge.target),
      },
    })),
  ];
};

const shifted = <At extends Position>(at: At, by: Position): At => ({
  ...at,
  x: at.x + by.x,
  y: at.y + by.y,
});

const shiftInto = (fragment: Fragment, to: CanvasDocument): Position => {
  const loose = fragment.nodes.filter(({ parentId }) => parentId === undefined);
  const coming = boxAround(loose.map((node) => ({ ...node.position, ...sizeOf(node) })));
  const existing = to.nodes
    .filter(({ parentId }) => parentId === undefined)
    .map((node) => boxOf(to, node));
  const all = boxAround(existing);
  if (!coming || !all || !existing.some((box) => overlap(box, coming))) return { x: 0, y: 0 };
  return { x: all.x + all.width + gap - coming.x, y: all.y - coming.y };
};

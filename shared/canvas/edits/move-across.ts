import { z } from 'zod';
import {
  isLocked,
  sizeOf,
  type CanvasDocument,
  type CanvasEdge,
  type Position,
} from '../document.ts';
import { boxAround, boxOf, type Box } from '../geometry.ts';
import { nodeById, withDescendants } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';
import { copy, type Fragment } from './copy.ts';
import { remove } from './remove.ts';

type MovedAcross = {
  /** What happens on the canvas that they leave. */
  taken: CanvasOperation;
  /** What happens on the canvas that they come to. */
  added: CanvasOperation;
  /** The ids, there, of what stands on the canvas itself. */
  ids: string[];
  /** How many flows between what goes and what stays come to an end by it. */
  cutFlows: number;
};

/** Room between what is there and what comes, in pixels. */
const gap = 80;

/** A locked node stays, and with it the boundary around it: they go whole or not at all. */
export const movableAcross = (
  document: CanvasDocument,
  nodeIds: Iterable<string>,
): { ids: string[]; locked: string[] } => {
  const isHeld = (id: string): boolean =>
    [...withDescendants(document, [id])].some((each) => {
      const node = nodeById(document, each);
      return node !== undefined && isLocked(node);
    });
  const { free = [], held = [] } = Object.groupBy(nodeIds, (id) => (isHeld(id) ? 'held' : 'free'));
  return { ids: free, locked: held };
};

/**
 * Moves nodes to another canvas, with what boundaries among them hold and the flows between them.
 * They keep their ids and their places; where something stands there already they go beside all of
 * it, and an id that is taken there is made anew by `newId`.
 */
export const moveAcross = (
  from: CanvasDocument,
  to: CanvasDocument,
  nodeIds: Iterable<string>,
  newId: () => string,
): MovedAcross => {
  const fragment = copy(from, movableAcross(from, nodeIds).ids);
  const going = new Set(fragment.nodes.map(({ id }) => id));
  const ends = from.edges.filter(({ source, target }) => going.has(source) || going.has(target));
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

/** A new id for each that is taken. */
const freeIds = (
  coming: readonly Element[],
  there: readonly Element[],
  newId: () => string,
): IdOf => {
  const taken = new Set(there.map(({ id }) => id));
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
        ...withBends(edge, by),
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

const points = z.array(z.looseObject({ x: z.number(), y: z.number() }));

/** Bends are points of the canvas; what another tool keeps under that name stays as it is. */
const withBends = (edge: CanvasEdge, by: Position): CanvasEdge => {
  const bends = points.safeParse(edge.data?.bends).data;
  if (!bends) return edge;
  return { ...edge, data: { ...edge.data, bends: bends.map((at) => shifted(at, by)) } };
};

const shiftInto = (fragment: Fragment, to: CanvasDocument): Position => {
  const loose = fragment.nodes.filter(({ parentId }) => parentId === undefined);
  const coming = boxAround(loose.map((node) => ({ ...node.position, ...sizeOf(node) })));
  const there = to.nodes
    .filter(({ parentId }) => parentId === undefined)
    .map((node) => boxOf(to, node));
  const all = boxAround(there);
  if (!coming || !all || !there.some((box) => overlap(box, coming))) return { x: 0, y: 0 };
  return { x: all.x + all.width + gap - coming.x, y: all.y - coming.y };
};

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

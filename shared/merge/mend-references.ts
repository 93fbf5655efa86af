import type { CanvasEdge, CanvasNode } from '../canvas/document.ts';
import { circlesAmong } from './parents-first.ts';
import { same } from './same-value.ts';

type Parts = {
  nodes: Map<string, CanvasNode>;
  edges: Map<string, CanvasEdge>;
  /** The nodes that a choice removed, as they were on the other side. */
  away: ReadonlyMap<string, CanvasNode>;
  /** The other side's nodes, from which missing elements are taken. */
  theirs: ReadonlyMap<string, CanvasNode>;
};

/**
 * Repairs references in a document that was combined from both sides. Changes the given nodes and edges.
 */
export const mendReferences = (parts: Parts): void => {
  const { nodes, edges } = parts;
  for (const { id, source, target } of edges.values()) {
    if (![source, target].every((end) => nodes.has(end) || fetched(parts, end))) edges.delete(id);
  }
  mendParents(parts);
  // A node takes its position on the other side only once. If it is in a cycle again, it leaves its parent.
  const restored = new Set<string>();
  for (let circle = circleIn(nodes); circle.length > 0; circle = circleIn(nodes)) {
    if (!takeTheirPositions(parts, circle, restored)) leaveParent(nodes, circle);
    mendParents(parts);
  }
};

const fetched = ({ nodes, away, theirs }: Parts, id: string): boolean => {
  const node = away.has(id) ? undefined : theirs.get(id);
  if (node) nodes.set(id, node);
  return node !== undefined;
};

/**
 * Repairs the parents of all nodes. Added nodes come last in the map, so that their own parents are
 * checked too.
 */
const mendParents = (parts: Parts): void => {
  const { nodes, away } = parts;
  for (const node of nodes.values()) {
    let mended = node;
    const passed = new Set<string>();
    while (mended.parentId !== undefined && !nodes.has(mended.parentId)) {
      if (fetched(parts, mended.parentId)) break;
      const removedParent = passed.has(mended.parentId) ? undefined : away.get(mended.parentId);
      passed.add(mended.parentId);
      mended = lifted(mended, removedParent);
    }
    if (mended !== node) nodes.set(mended.id, mended);
  }
};

/** Moves a node from a removed parent to that parent's parent, at the same canvas position. */
const lifted = (node: CanvasNode, removedParent: CanvasNode | undefined): CanvasNode => {
  const { parentId: _parentId, ...free } = node;
  if (!removedParent) return free;
  const { x, y } = node.position;
  const position = {
    ...node.position,
    x: x + removedParent.position.x,
    y: y + removedParent.position.y,
  };
  const { parentId } = removedParent;
  return { ...free, position, ...(parentId !== undefined && { parentId }) };
};

const circleIn = (nodes: ReadonlyMap<string, CanvasNode>): string[] =>
  circlesAmong(nodes.keys(), (id) => nodes.get(id)?.parentId);

/** Gives the nodes of a cycle their positions on the other side. Returns whether any of them changed. */
const takeTheirPositions = (
  { nodes, theirs }: Parts,
  circle: readonly string[],
  restored: Set<string>,
): boolean => {
  let changed = false;
  for (const id of circle) {
    const [node, their] = [nodes.get(id), theirs.get(id)];
    if (!node || !their || restored.has(id)) continue;
    restored.add(id);
    if (node.parentId === their.parentId && same(node.position, their.position)) continue;
    const { parentId: _parentId, ...free } = node;
    const { position, parentId } = their;
    nodes.set(id, { ...free, position, ...(parentId !== undefined && { parentId }) });
    changed = true;
  }
  return changed;
};

const leaveParent = (nodes: Map<string, CanvasNode>, circle: readonly string[]): void => {
  const [id] = circle.toSorted();
  const node = id === undefined ? undefined : nodes.get(id);
  if (node) nodes.set(node.id, lifted(node, undefined));
};

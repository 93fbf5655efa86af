import type { CanvasEdge, CanvasNode } from '../canvas/document.ts';
import { circlesAmong } from './parents-first.ts';
import { same } from './same-value.ts';

type Parts = {
  nodes: Map<string, CanvasNode>;
  edges: Map<string, CanvasEdge>;
  /** The nodes that a choice removed, each in the version of the side that still has it. */
  away: ReadonlyMap<string, CanvasNode>;
  /** The nodes of the document `theirs`, by ID. A node that `nodes` lacks is taken from this map. */
  theirs: ReadonlyMap<string, CanvasNode>;
};

/** Repairs references in a document that was combined from both sides. Changes `nodes` and `edges`. */
export const mendReferences = (parts: Parts): void => {
  const { nodes, edges } = parts;
  for (const { id, source, target } of edges.values()) {
    if (![source, target].every((end) => nodes.has(end) || fetched(parts, end))) edges.delete(id);
  }
  mendParents(parts);
  // Each node in a cycle takes its parent and position from `theirs`, but only once. If this changes no
  // node of a cycle, one of the nodes is removed from its parent.
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
 * Repairs references to missing parents. Nodes that are added here come last in the map, so the loop
 * checks the parents of these nodes too.
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

/**
 * Returns a node moved from a removed parent to that parent's parent, at the same canvas position.
 * Without `removedParent`, the node has no parent afterwards.
 */
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

/**
 * Gives each node of a cycle the parent and position that the node has in `theirs`, but only once. Tells
 * if any node changed.
 */
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

import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import { z } from 'zod';
import {
  isLocked,
  sizeOf,
  type CanvasDocument,
  type CanvasNode,
  type Position,
} from '../canvas/document.ts';
import type { Box } from '../canvas/geometry.ts';
import { childrenOf, withDescendants } from '../canvas/lookup.ts';
import type { Polyline } from '../canvas/routing/polyline.ts';
import { isHolder, isOpen, type Container } from './containers.ts';
import { neededSize } from './needed-size.ts';

/** A node of the document with its node in the elk graph, or the root of the graph. */
export type Branch = {
  node: CanvasNode | undefined;
  parent: Branch | undefined;
  elk: ElkNode & { children: ElkNode[]; edges: ElkExtendedEdge[] };
  /** The nodes inside. The list is empty if the contents of this node are not laid out. */
  branches: Branch[];
  /** True if a flow within the graph begins or ends at this node or a descendant. */
  isConnected: boolean;
  /** True if a flow crosses the outline of this node. */
  isEntered: boolean;
};

export type LayoutTree = {
  root: Branch;
  /**
   * The branch of each node, by the ID of the node. A node inside a node whose contents are not laid
   * out, such as a collapsed boundary, has the branch of that outer node.
   */
  branchOf: ReadonlyMap<string, Branch>;
};

const rootId = 'root';

/**
 * Returns the tree to lay out. A node whose contents are laid out (`isOpen`) has a branch for each
 * child. All other nodes are leaves.
 */
export const layoutTree = (document: CanvasDocument, { free }: Container): LayoutTree => {
  const branchOf = new Map<string, Branch>();
  const grow = (node: CanvasNode, parent: Branch): Branch => {
    const branch = newBranch(node, parent);
    branchOf.set(node.id, branch);
    const children = childrenOf(document, node.id);
    if (isOpen(document, node)) branch.branches = children.map((each) => grow(each, branch));
    else {
      const isWidened = isHolder(node) && !isLocked(node);
      Object.assign(branch.elk, isWidened ? neededSize(node) : sizeOf(node));
      for (const id of withDescendants(document, [node.id])) branchOf.set(id, branch);
    }
    return branch;
  };
  const root = newBranch(undefined, undefined);
  root.branches = free.map((node) => grow(node, root));
  return { root, branchOf };
};

const newBranch = (node: CanvasNode | undefined, parent: Branch | undefined): Branch => ({
  node,
  parent,
  // Elk uses `x` and `y` only if it keeps the order of elements.
  elk: {
    id: node ? elkIdOf(node.id) : rootId,
    x: node?.position.x ?? 0,
    y: node?.position.y ?? 0,
    children: [],
    edges: [],
  },
  branches: [],
  isConnected: false,
  isEntered: false,
});

/**
 * The prefix of node IDs in the elk graph. It keeps them apart from the IDs of the root and of added
 * groups.
 */
const prefix = 'node ';
const elkIdOf = (id: string): string => `${prefix}${id}`;

/** Returns the ID of the node in the document, or `null` for the root or an added group. */
export const nodeIdOf = ({ id }: ElkNode): string | null =>
  id.startsWith(prefix) ? id.slice(prefix.length) : null;

/** Returns the path from a branch up to the root, including both. */
export const pathOf = (branch: Branch): Branch[] => {
  const path = [branch];
  for (let up = branch.parent; up; up = up.parent) path.push(up);
  return path;
};

const boxSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const corner: Position = { x: 0, y: 0 };

/**
 * Returns the boxes of all nodes in a laid out graph, relative to their parents in the document and in
 * whole pixels. Groups that were added for elk have no box.
 */
export const elkBoxes = (graph: ElkNode): Map<string, Box> => {
  const boxes = new Map<string, Box>();
  const visit = (elk: ElkNode, offset: Position): void => {
    const { x, y, width, height } = boxSchema.parse(elk);
    const at = { x: x + offset.x, y: y + offset.y };
    const id = nodeIdOf(elk);
    if (id !== null) {
      const size = { width: Math.ceil(width), height: Math.ceil(height) };
      boxes.set(id, { x: Math.round(at.x), y: Math.round(at.y), ...size });
    }
    for (const child of elk.children ?? []) visit(child, id === null ? at : corner);
  };
  for (const child of graph.children ?? []) visit(child, corner);
  return boxes;
};

/**
 * The route of a flow in a laid out graph. `label` is the center of the room for the flow's label, or
 * `null` if elk has no label for the flow.
 */
export type ElkLine = { line: Polyline; label: Position | null };

/**
 * Returns the ID of the elk edge for a flow. `isReversed` is true if the edge leads from the flow's
 * target to its source.
 */
export const edgeIdOf = (flowId: string, isReversed: boolean): string =>
  `${isReversed ? backward : forward}${flowId}`;

const forward = 'flow ';
const backward = 'back ';

/**
 * Returns the routes of the flows in a laid out graph, by the ID of the flow, relative to the whole
 * graph.
 */
export const elkLines = (graph: ElkNode): Map<string, ElkLine> => {
  const lines = new Map<string, ElkLine>();
  const visit = ({ edges = [], children = [] }: ElkNode): void => {
    for (const edge of edges) {
      const line = lineOf(edge);
      if (!line) continue;
      const isReversed = edge.id.startsWith(backward);
      if (!isReversed && !edge.id.startsWith(forward)) continue;
      const id = edge.id.slice(forward.length);
      lines.set(id, { line: isReversed ? line.toReversed() : line, label: labelOf(edge) });
    }
    for (const child of children) visit(child);
  };
  visit(graph);
  return lines;
};

const labelOf = ({ labels }: ElkExtendedEdge): Position | null => {
  const box = boxSchema.safeParse(labels?.[0]);
  if (!box.success) return null;
  const { x, y, width, height } = box.data;
  return { x: x + width / 2, y: y + height / 2 };
};

const lineOf = ({ sections }: ElkExtendedEdge): Position[] | null => {
  const [section] = sections ?? [];
  if (!section) return null;
  return [section.startPoint, ...(section.bendPoints ?? []), section.endPoint].map(({ x, y }) => ({
    x: Math.round(x),
    y: Math.round(y),
  }));
};

import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { CanvasDocument, CanvasNode } from '#shared/canvas/document.ts';
import { sizeOf } from '#shared/canvas/document.ts';
import { childrenOf, withDescendants } from '#shared/canvas/lookup.ts';
import { isOpen, type Container } from './containers.ts';

/** One node of the drawing in the graph that is laid out, or the whole of the graph. */
export type Branch = {
  node: CanvasNode | undefined;
  parent: Branch | undefined;
  elk: ElkNode & { children: ElkNode[]; edges: ElkExtendedEdge[] };
  /** Empty for what is not looked into. */
  branches: Branch[];
  /** Whether a flow within the graph begins or ends at it or at something it holds. */
  isConnected: boolean;
  /** Whether a flow leads through its outline. */
  isEntered: boolean;
};

export type LayoutTree = {
  root: Branch;
  /** By the id of a node, also of one that is hidden in what stands for it. */
  branchOf: ReadonlyMap<string, Branch>;
};

const rootId = 'root';

/** What is laid out as a tree: open boundaries hold branches, everything else is one piece. */
export const layoutTree = (document: CanvasDocument, { free }: Container): LayoutTree => {
  const branchOf = new Map<string, Branch>();
  const grow = (node: CanvasNode, parent: Branch): Branch => {
    const branch = newBranch(node, parent);
    branchOf.set(node.id, branch);
    const held = childrenOf(document, node.id);
    if (isOpen(document, node)) branch.branches = held.map((each) => grow(each, branch));
    else {
      Object.assign(branch.elk, sizeOf(node));
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
  elk: { id: node ? elkIdOf(node.id) : rootId, children: [], edges: [] },
  branches: [],
  isConnected: false,
  isEntered: false,
});

/** A prefix, so that no node of a document has the id of the root or of a group. */
const prefix = 'node ';
const elkIdOf = (id: string): string => `${prefix}${id}`;

/** The id of the node of the drawing, where it is one. */
export const nodeIdOf = ({ id }: ElkNode): string | null =>
  id.startsWith(prefix) ? id.slice(prefix.length) : null;

/** From a branch up to the root, itself included. */
export const pathOf = (branch: Branch): Branch[] => {
  const path = [branch];
  for (let up = branch.parent; up; up = up.parent) path.push(up);
  return path;
};

import { isCollapsed, type CanvasDocument, type CanvasEdge, type CanvasNode } from './document.ts';
import { ancestorsOf } from './lookup.ts';
import { placementOf } from './placement.ts';

/**
 * Returns the node that is drawn for a node: the outermost collapsed boundary around the node or, if
 * there is none, the node itself.
 */
export const standInOf = (document: CanvasDocument, node: CanvasNode): CanvasNode =>
  ancestorsOf(document, node).findLast(isCollapsed) ?? node;

const nothingHidden: ReadonlyMap<string, CanvasNode> = new Map();
const hidden = new WeakMap<readonly CanvasNode[], ReadonlyMap<string, CanvasNode>>();

/**
 * Returns a map from the ID of each hidden node to the collapsed boundary that is shown instead of the
 * node.
 */
export const hiddenIn = (document: CanvasDocument): ReadonlyMap<string, CanvasNode> => {
  const known = hidden.get(document.nodes);
  if (known) return known;
  const found = document.nodes.some(isCollapsed) ? standIns(document) : nothingHidden;
  hidden.set(document.nodes, found);
  return found;
};

const standIns = (document: CanvasDocument): Map<string, CanvasNode> => {
  const { nodes, standIn } = placementOf(document);
  const found = new Map<string, CanvasNode>();
  for (const [at, node] of nodes.entries()) {
    const visible = nodes[standIn[at] ?? at];
    if (visible && visible !== node) found.set(node.id, visible);
  }
  return found;
};

/** Returns the IDs of the visible nodes at the ends of a flow, or `null` if the flow is hidden. */
export const drawnEnds = (
  document: CanvasDocument,
  { source, target }: Pick<CanvasEdge, 'source' | 'target'>,
): { source: string; target: string } | null => {
  const standInById = hiddenIn(document);
  const ends = {
    source: standInById.get(source)?.id ?? source,
    target: standInById.get(target)?.id ?? target,
  };
  const isLoop = source === target && ends.source === source;
  return ends.source === ends.target && !isLoop ? null : ends;
};

/**
 * The content of a collapsed boundary: the number of hidden nodes, and the IDs of the components that
 * the hidden nodes and flows show.
 */
export type BoundaryContent = { count: number; componentIds: ReadonlySet<string> };

const empty: BoundaryContent = { count: 0, componentIds: new Set() };
const known = new WeakMap<CanvasDocument, Map<string, BoundaryContent>>();

/**
 * Returns the content of a collapsed boundary. It is cached, so each call with the same document returns
 * the same object.
 */
export const contentOf = (document: CanvasDocument, id: string): BoundaryContent => {
  let contents = known.get(document);
  if (!contents) {
    contents = allContents(document);
    known.set(document, contents);
  }
  return contents.get(id) ?? empty;
};

const allContents = (document: CanvasDocument): Map<string, BoundaryContent> => {
  const standInById = hiddenIn(document);
  const all = new Map<string, { count: number; componentIds: Set<string> }>();
  const note = (id: string, nodes: number, componentId: string | undefined): void => {
    const one = all.get(id) ?? { count: 0, componentIds: new Set<string>() };
    all.set(id, one);
    one.count += nodes;
    if (componentId !== undefined) one.componentIds.add(componentId);
  };
  if (standInById.size === 0) return all;
  for (const { id, data } of document.nodes) {
    const standIn = standInById.get(id);
    if (standIn) note(standIn.id, 1, data.componentId);
  }
  for (const { source, target, data } of document.edges) {
    const standIn = standInById.get(source);
    if (standIn && standIn === standInById.get(target)) note(standIn.id, 0, data?.componentId);
  }
  return all;
};

import { isCollapsed, type CanvasDocument, type CanvasEdge, type CanvasNode } from './document.ts';
import { ancestorsOf } from './lookup.ts';

/** What is drawn in the place of a node: itself, or the outermost collapsed boundary around it. */
export const standInOf = (document: CanvasDocument, node: CanvasNode): CanvasNode =>
  ancestorsOf(document, node).findLast(isCollapsed) ?? node;

const nothingHidden: ReadonlyMap<string, CanvasNode> = new Map();
const hidden = new WeakMap<readonly CanvasNode[], ReadonlyMap<string, CanvasNode>>();

/**
 * The nodes that are not drawn because a boundary around them is collapsed, by id, each with the
 * boundary that is drawn in its place. One pass over the nodes, and only where one is collapsed.
 */
export const hiddenIn = (document: CanvasDocument): ReadonlyMap<string, CanvasNode> => {
  const known = hidden.get(document.nodes);
  if (known) return known;
  const found = document.nodes.some(isCollapsed) ? standIns(document) : nothingHidden;
  hidden.set(document.nodes, found);
  return found;
};

const standIns = (document: CanvasDocument): Map<string, CanvasNode> => {
  const found = new Map<string, CanvasNode>();
  const passed = new Map<string, CanvasNode>();
  for (const node of document.nodes) {
    const parent = passed.get(node.parentId ?? '');
    // A foreign file may have a parent after its children: then its ancestors are looked up.
    const isKnown = parent !== undefined || node.parentId === undefined;
    const standIn = isKnown
      ? parent && (found.get(parent.id) ?? (isCollapsed(parent) ? parent : undefined))
      : standInOf(document, node);
    if (standIn && standIn !== node) found.set(node.id, standIn);
    passed.set(node.id, node);
  }
  return found;
};

/** The ids of the nodes that are drawn at the ends of a flow; `null` where the flow is hidden. */
export const drawnEnds = (
  document: CanvasDocument,
  { source, target }: Pick<CanvasEdge, 'source' | 'target'>,
): { source: string; target: string } | null => {
  const inPlace = hiddenIn(document);
  const ends = {
    source: inPlace.get(source)?.id ?? source,
    target: inPlace.get(target)?.id ?? target,
  };
  const isLoop = source === target && ends.source === source;
  return ends.source === ends.target && !isLoop ? null : ends;
};

import { isCollapsed, type CanvasDocument, type CanvasNode } from '../canvas/document.ts';
import { grown, holdsBox, isBoundary, meet, type Box } from '../canvas/geometry.ts';
import { boxAt, isDrawn, placementOf } from '../canvas/placement.ts';
import { gridIndex } from './grid-index.ts';

/** An overlap of up to this many pixels does not count, because outlines may touch. */
const tolerance = 1;

/**
 * Tells if two siblings overlap. An element that lies completely inside an expanded boundary does not
 * overlap that boundary.
 */
export const isOverlap = (
  one: { node: CanvasNode; box: Box },
  other: { node: CanvasNode; box: Box },
): boolean => {
  if (!meet(grown(one.box, -tolerance), other.box)) return false;
  const isAround = (outer: typeof one, inner: typeof one): boolean =>
    isBoundary(outer.node) && !isCollapsed(outer.node) && holdsBox(outer.box, inner.box);
  return !isAround(one, other) && !isAround(other, one);
};

/** Returns the IDs of drawn elements that overlap an element with the same parent. */
export const overlappingSiblings = (document: CanvasDocument): Set<string> => {
  const placement = placementOf(document);
  const index = gridIndex<{ node: CanvasNode; box: Box }>();
  const found = new Set<string>();
  for (const [at, node] of document.nodes.entries()) {
    if (!isDrawn(placement, at)) continue;
    const one = { node, box: boxAt(placement, at) };
    for (const other of index.near(one.box)) {
      if (other.node.parentId === node.parentId && isOverlap(one, other)) {
        found.add(node.id).add(other.node.id);
      }
    }
    index.add(one.box, one);
  }
  return found;
};

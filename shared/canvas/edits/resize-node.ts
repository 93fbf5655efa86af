import { isCollapsed, isLocked, type CanvasDocument } from '../document.ts';
import { centreOf, holdsPoint, isBoundary, type Box } from '../geometry.ts';
import { nodeById } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';
import { withGrowth } from './grow.ts';
import { reboxed } from './reboxed.ts';

/**
 * Sets a node's box on the canvas. The node's children keep their canvas position. A boundary takes in
 * siblings that lie wholly inside it, and releases children whose center is outside. A parent boundary
 * that is too small grows.
 *
 * Does nothing for locked nodes. Does nothing for collapsed boundaries either, because their stored size
 * is that of the expanded boundary.
 */
export const resizeNode = (document: CanvasDocument, id: string, box: Box): CanvasOperation => {
  const node = nodeById(document, id);
  if (!node || isLocked(node) || isCollapsed(node)) return [];
  const isLeft = (child: Box): boolean => isBoundary(node) && !holdsPoint(box, centreOf(child));
  return withGrowth(document, reboxed(document, node, box, isLeft), [id]);
};

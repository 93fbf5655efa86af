import { isCollapsed, isLocked, type CanvasDocument } from '../document.ts';
import { centreOf, holdsPoint, isBoundary, type Box } from '../geometry.ts';
import { nodeById } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';
import { withGrowth } from './grow.ts';
import { reboxed } from './reboxed.ts';

/**
 * Gives a node a new box on the canvas. What it holds keeps its place; a boundary takes in what now
 * lies wholly inside it, and lets go of what has its middle outside. A boundary that it no longer
 * fits into grows. Nothing where the node is locked, or collapsed: its size is that of the open one.
 */
export const resizeNode = (document: CanvasDocument, id: string, box: Box): CanvasOperation => {
  const node = nodeById(document, id);
  if (!node || isLocked(node) || isCollapsed(node)) return [];
  const isLeft = (held: Box): boolean => isBoundary(node) && !holdsPoint(box, centreOf(held));
  return withGrowth(document, reboxed(document, node, box, isLeft), [id]);
};

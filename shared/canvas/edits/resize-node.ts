import type { CanvasDocument } from '../document.ts';
import { boxOf, centreOf, holdsPoint, isBoundary, positionOf, type Box } from '../geometry.ts';
import { childrenOf, nodeById } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';
import { enclosed, originOf, placedUnder, withParentsFirst } from './placing.ts';

/**
 * Gives a node a new box on the canvas. What it holds keeps its place; a boundary takes in what now
 * lies wholly inside it, and lets go of what has its middle outside.
 */
export const resizeNode = (document: CanvasDocument, id: string, box: Box): CanvasOperation => {
  const node = nodeById(document, id);
  if (!node) return [];
  const origin = originOf(document, node);
  const parent = nodeById(document, node.parentId);
  const resized: CanvasOperation = [
    {
      kind: 'setNode',
      id,
      fields: {
        position: { ...node.position, x: box.x - origin.x, y: box.y - origin.y },
        width: box.width,
        height: box.height,
      },
    },
  ];
  const held = childrenOf(document, id).flatMap((child) => {
    const old = boxOf(document, child);
    const leaves = isBoundary(node) && !holdsPoint(box, centreOf(old));
    return leaves ? placedUnder(child, old, parent, origin) : placedUnder(child, old, node, box);
  });
  const taken = isBoundary(node)
    ? enclosed(document, box, node.parentId, id).flatMap((each) =>
        placedUnder(each, positionOf(document, each), node, box),
      )
    : [];
  return withParentsFirst(document, [...resized, ...held, ...taken]);
};

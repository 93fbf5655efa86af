import type { CanvasDocument, CanvasNode } from '../document.ts';
import { boxOf, isBoundary, positionOf, type Box } from '../geometry.ts';
import { childrenOf, nodeById } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';
import { enclosed, originOf, placedUnder, withParentsFirst } from './placing.ts';

/**
 * Gives a node a new box on the canvas. What it holds keeps its place, and goes to what is around
 * the node if the node lets go of it; a boundary takes in what now lies wholly inside it.
 */
export const reboxed = (
  document: CanvasDocument,
  node: CanvasNode,
  box: Box,
  letsGo: (held: Box) => boolean = () => false,
): CanvasOperation => {
  const origin = originOf(document, node);
  const parent = nodeById(document, node.parentId);
  const resized: CanvasOperation = [
    {
      kind: 'setNode',
      id: node.id,
      fields: {
        position: { ...node.position, x: box.x - origin.x, y: box.y - origin.y },
        width: box.width,
        height: box.height,
      },
    },
  ];
  const held = childrenOf(document, node.id).flatMap((child) => {
    const old = boxOf(document, child);
    return letsGo(old)
      ? placedUnder(child, old, parent, origin)
      : placedUnder(child, old, node, box);
  });
  const taken = isBoundary(node)
    ? enclosed(document, box, node.parentId, node.id).flatMap((each) =>
        placedUnder(each, positionOf(document, each), node, box),
      )
    : [];
  return withParentsFirst(document, [...resized, ...held, ...taken]);
};

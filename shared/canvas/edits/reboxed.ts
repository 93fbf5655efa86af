import type { CanvasDocument, CanvasNode } from '../document.ts';
import { boxOf, isBoundary, positionOf, type Box } from '../geometry.ts';
import { childrenOf, nodeById } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';
import { enclosed, originOf, placedUnder, withParentsFirst } from './placing.ts';

/**
 * Sets a node's box on the canvas. The node's children keep their canvas position. Children for which
 * `letsGo` returns true become children of the node's parent. A boundary takes in its siblings that now
 * lie wholly inside it.
 */
export const reboxed = (
  document: CanvasDocument,
  node: CanvasNode,
  box: Box,
  letsGo: (child: Box) => boolean = () => false,
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
  const children = childrenOf(document, node.id).flatMap((child) => {
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
  return withParentsFirst(document, [...resized, ...children, ...taken]);
};

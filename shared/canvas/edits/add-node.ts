import { boundaryAround } from '../boundaries.ts';
import { type CanvasDocument, type CanvasNode, type Position, sizeOf } from '../document.ts';
import { isBoundary, positionOf } from '../geometry.ts';
import { indexOfElement } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';
import { withGrowth } from './grow.ts';
import { enclosed, placedUnder, withParentsFirst } from './placing.ts';

/**
 * Adds a node at a canvas position. A node placed inside a boundary becomes a child of the boundary,
 * which grows if the node does not fit. A new boundary takes in the nodes that lie wholly inside it.
 */
export const addNode = (document: CanvasDocument, node: CanvasNode): CanvasOperation => {
  const at: Position = node.position;
  const box = { x: at.x, y: at.y, ...sizeOf(node) };
  const parent = boundaryAround(document, box);
  const origin = parent ? positionOf(document, parent) : { x: 0, y: 0 };
  const { parentId: _, ...free } = node;
  const child: CanvasNode = {
    ...free,
    position: { ...at, x: at.x - origin.x, y: at.y - origin.y },
    ...(parent && { parentId: parent.id }),
  };
  if (!isBoundary(node)) {
    const added: CanvasOperation = [{ kind: 'addNode', index: document.nodes.length, node: child }];
    return withGrowth(document, added, [node.id]);
  }
  const inside = enclosed(document, box, parent?.id, node.id);
  const index = Math.min(
    document.nodes.length,
    ...inside.map((each) => indexOfElement(document.nodes, each.id)),
  );
  const added = withParentsFirst(document, [
    { kind: 'addNode', index, node: child },
    ...inside.flatMap((each) => placedUnder(each, positionOf(document, each), child, at)),
  ]);
  return withGrowth(document, added, [node.id]);
};

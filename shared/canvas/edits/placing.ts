import { applyOperation } from '../apply.ts';
import { boundaryAround } from '../boundaries.ts';
import { hiddenIn } from '../collapsed.ts';
import type { CanvasDocument, CanvasNode, Position } from '../document.ts';
import { boxOf, holdsBox, isBoundary, positionOf, type Box } from '../geometry.ts';
import { ancestorsOf, childrenOf, nodeById, indexOfElement } from '../lookup.ts';
import type { CanvasChange, CanvasOperation } from '../operation.ts';

/**
 * Returns the changes that put a node at a canvas position, as a child of `parent`, whose canvas
 * position is `origin`.
 */
export const placedUnder = (
  node: CanvasNode,
  at: Position,
  parent: CanvasNode | undefined,
  origin: Position = { x: 0, y: 0 },
): CanvasChange[] => {
  const position = { ...node.position, x: at.x - origin.x, y: at.y - origin.y };
  const stays = node.position.x === position.x && node.position.y === position.y;
  if (stays && node.parentId === parent?.id) return [];
  return [
    {
      kind: 'setNode',
      id: node.id,
      fields: { position, ...(parent && { parentId: parent.id }) },
      ...(!parent && node.parentId !== undefined && { unset: ['parentId'] }),
    },
  ];
};

/**
 * Returns the parent that a node gets at a new position: the innermost boundary at that position. But
 * the node keeps its present parent if that parent is not a boundary, or if the node is hidden in a
 * collapsed boundary.
 */
export const parentAt = (
  document: CanvasDocument,
  node: CanvasNode,
  box: Box,
  moving: ReadonlySet<string>,
): CanvasNode | undefined => {
  const current = nodeById(document, node.parentId);
  const stays = current && (!isBoundary(current) || hiddenIn(document).has(node.id));
  return stays ? current : boundaryAround(document, box, moving);
};

/**
 * Returns the operation, followed by changes that put parents before their children in the document,
 * because React Flow requires this order. These changes move each new parent and its ancestors,
 * outermost first, before the parent's children. So the number of changes for a parent is at most its
 * nesting depth, however many nodes were moved.
 */
export const withParentsFirst = (
  document: CanvasDocument,
  operation: CanvasOperation,
): CanvasOperation => {
  const parentIds = new Set<string>();
  for (const change of operation) {
    const parentId =
      change.kind === 'setNode'
        ? change.fields?.['parentId']
        : change.kind === 'addNode' && change.node.parentId;
    if (typeof parentId === 'string') parentIds.add(parentId);
  }
  if (parentIds.size === 0) return operation;

  const all = operation.slice();
  let current = applyOperation(document, operation);
  for (const id of parentIds) {
    const raises = raised(current, id);
    all.push(...raises);
    current = applyOperation(current, raises);
  }
  return all;
};

const raised = (document: CanvasDocument, id: string): CanvasOperation => {
  const parent = nodeById(document, id);
  if (!parent) return [];
  const indexOf = (node: CanvasNode): number => indexOfElement(document.nodes, node.id);
  let first = indexOf(parent);
  for (const child of childrenOf(document, id)) first = Math.min(first, indexOf(child));
  return [parent, ...ancestorsOf(document, parent)]
    .filter((node) => indexOf(node) > first)
    .toReversed()
    .map((node, offset) => ({ kind: 'addNode', index: first + offset, node }));
};

/** Returns the canvas position of a node's parent, or 0/0 if the node has no parent. */
export const originOf = (document: CanvasDocument, node: CanvasNode): Position => {
  const at = positionOf(document, node);
  return { x: at.x - node.position.x, y: at.y - node.position.y };
};

/**
 * Returns the siblings of a boundary that lie wholly in its box. These become children of the boundary.
 */
export const enclosed = (
  document: CanvasDocument,
  box: Box,
  parentId: string | undefined,
  exceptId: string,
): CanvasNode[] => {
  const beside =
    parentId === undefined
      ? document.nodes.filter((node) => node.parentId === undefined)
      : childrenOf(document, parentId);
  return beside.filter((node) => node.id !== exceptId && holdsBox(box, boxOf(document, node)));
};

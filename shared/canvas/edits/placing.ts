import { applyOperation } from '../apply.ts';
import { hiddenIn } from '../collapsed.ts';
import type { CanvasDocument, CanvasNode, Position } from '../document.ts';
import { boundaryAround, boxOf, holdsBox, isBoundary, positionOf, type Box } from '../geometry.ts';
import { ancestorsOf, childrenOf, nodeById, placeOf } from '../lookup.ts';
import type { CanvasChange, CanvasOperation } from '../operation.ts';

/** The change that puts a node at a place of the canvas, under a parent that stands at `origin`. */
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
 * The boundary that a node belongs to at a new place. Inside any other kind of group it stays, and
 * so does what a collapsed boundary hides.
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
 * React Flow wants a parent before its children. Where the changes have broken that, the boundary
 * goes in front of what it now holds, and what holds the boundary in front of that: as many changes
 * as boundaries are nested, however many nodes were moved.
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
  const place = (node: CanvasNode): number => placeOf(document.nodes, node.id);
  let first = place(parent);
  for (const child of childrenOf(document, id)) first = Math.min(first, place(child));
  return [parent, ...ancestorsOf(document, parent)]
    .filter((node) => place(node) > first)
    .toReversed()
    .map((node, offset) => ({ kind: 'addNode', index: first + offset, node }));
};

/** Where the parent of a node stands. */
export const originOf = (document: CanvasDocument, node: CanvasNode): Position => {
  const at = positionOf(document, node);
  return { x: at.x - node.position.x, y: at.y - node.position.y };
};

/** The nodes beside a boundary that lie wholly in its box: it takes them in. */
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

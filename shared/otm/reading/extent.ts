import { sizeOf, type CanvasNode, type Position, type Size } from '../../canvas/document.ts';

/**
 * Returns the position of each node on the canvas. In `nodes`, parents must come before their children.
 */
export const absolutePositions = (nodes: CanvasNode[]): Map<string, Position> => {
  const positions = new Map<string, Position>();
  for (const { id, parentId, position } of nodes) {
    const parent = parentId === undefined ? undefined : positions.get(parentId);
    const origin = parent ?? { x: 0, y: 0 };
    positions.set(id, { x: origin.x + position.x, y: origin.y + position.y });
  }
  return positions;
};

/** Returns the size of the drawn area in whole pixels, or undefined for an empty canvas. */
export const extentOf = (nodes: CanvasNode[]): Size | undefined => {
  const positions = absolutePositions(nodes);
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const node of nodes) {
    const { x, y } = positions.get(node.id) ?? node.position;
    const { width, height } = sizeOf(node);
    bounds.left = Math.min(bounds.left, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.right = Math.max(bounds.right, x + width);
    bounds.bottom = Math.max(bounds.bottom, y + height);
  }
  const width = Math.ceil(bounds.right - bounds.left);
  const height = Math.ceil(bounds.bottom - bounds.top);
  return Number.isFinite(width) && Number.isFinite(height) ? { width, height } : undefined;
};

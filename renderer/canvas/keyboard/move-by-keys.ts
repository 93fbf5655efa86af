import { applyOperation } from '#shared/canvas/apply.ts';
import {
  isCollapsed,
  isLocked,
  type CanvasDocument,
  type CanvasNode,
  type Position,
  type Size,
} from '#shared/canvas/document.ts';
import { moveNodesBy } from '#shared/canvas/edits/move-nodes.ts';
import { resizeNode } from '#shared/canvas/edits/resize-node.ts';
import { boxOf } from '#shared/canvas/geometry.ts';
import { nodeById, outermostOf } from '#shared/canvas/lookup.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import { gridStep, minSize } from '../edits/element-edits.ts';
import { dragOnOverview, dropOnOverview } from '../overview/overview-gesture.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { noticeLocked } from '../words/notices.tsx';
import { announceMove } from '../words/spoken.ts';

let moved: Position | null = null;

/**
 * Moves the selection by the arrow keys. Like a drag, this is one gesture, however long the key is held.
 * So the document changes only when the key is released.
 */
export const nudgeSelected = (by: Position): void => {
  if (!moved) {
    if (movingIds().length === 0) return noticeLocked('move');
    window.addEventListener('keyup', finishMove);
    window.addEventListener('blur', finishMove);
  }
  moved = { x: (moved?.x ?? 0) + by.x, y: (moved?.y ?? 0) + by.y };
  const { document, nodes, region, changeNodes } = useCanvas.getState();
  if (!region) return dragOnOverview(document, movingIds(), moved);
  const ids = new Set(movingIds());
  changeNodes(
    nodes
      .filter(({ id }) => ids.has(id))
      .map(({ id, position: { x, y } }) => ({
        type: 'position',
        id,
        position: { x: x + by.x, y: y + by.y },
      })),
  );
};

const finishMove = (): void => {
  window.removeEventListener('keyup', finishMove);
  window.removeEventListener('blur', finishMove);
  if (!moved) return;
  const { document, commit } = useCanvas.getState();
  // Boundaries do not grow here, because otherwise no element could leave its boundary by arrow keys.
  const ids = movingIds();
  const operation = moveNodesBy(document, ids, moved, { grows: false });
  moved = null;
  dropOnOverview();
  commit({ label: 'canvas.label.move', operation });
  announceMove(ids, 'place');
};

/**
 * Returns the selected nodes, except locked nodes and descendants of other moving nodes, which move
 * anyway.
 */
const movingIds = (): string[] => {
  const { document, selection } = useCanvas.getState();
  const free = selection.nodes.filter((id) => {
    const node = nodeById(document, id);
    return node && !isLocked(node);
  });
  return outermostOf(document, free);
};

let change: Size | null = null;

/**
 * Moves the right or the lower edge of the selected nodes by one grid step. Like a drag of the
 * handles, this is one gesture, however long the key is held. Returns false if no node is selected.
 */
export const resizeSelected = ({ x, y }: Position): boolean => {
  const { document, selection, nodes, changeNodes } = useCanvas.getState();
  if (selection.nodes.length === 0) return false;
  const resizable = resizableOf(document, selection.nodes);
  if (resizable.length === 0) {
    noticeLocked('resize');
    return true;
  }
  if (!change) {
    window.addEventListener('keyup', finishResize);
    window.addEventListener('blur', finishResize);
  }
  change = {
    width: (change?.width ?? 0) + x * gridStep,
    height: (change?.height ?? 0) + y * gridStep,
  };
  const by = change;
  const ids = new Map(resizable.map((node) => [node.id, node]));
  changeNodes(
    nodes.flatMap(({ id }) => {
      const node = ids.get(id);
      if (!node) return [];
      const dimensions = resized(document, node, by);
      return [{ type: 'dimensions' as const, id, dimensions, setAttributes: true, resizing: true }];
    }),
  );
  return true;
};

const finishResize = (): void => {
  window.removeEventListener('keyup', finishResize);
  window.removeEventListener('blur', finishResize);
  if (!change) return;
  const by = change;
  change = null;
  const { document, selection, commit } = useCanvas.getState();
  const operation: CanvasOperation = [];
  let current = document;
  const nodes = resizableOf(document, selection.nodes);
  for (const node of nodes) {
    const size = resized(document, node, by);
    const now = nodeById(current, node.id) ?? node;
    const changes = resizeNode(current, node.id, { ...boxOf(current, now), ...size });
    operation.push(...changes);
    current = applyOperation(current, changes);
  }
  commit({ label: 'canvas.label.resize', operation });
  announceMove(
    nodes.map(({ id }) => id),
    'size',
  );
};

/** Ends a movement or a change of size by the arrow keys, although the key is still held. */
export const finishByKeys = (): void => {
  finishMove();
  finishResize();
};

const resizableOf = (document: CanvasDocument, ids: readonly string[]): CanvasNode[] =>
  ids
    .flatMap((id) => nodeById(document, id) ?? [])
    .filter((node) => !isLocked(node) && !isCollapsed(node));

const resized = (document: CanvasDocument, node: CanvasNode, by: Size): Size => {
  const { width, height } = boxOf(document, node);
  const min = minSize(node.type);
  return {
    width: Math.max(Math.min(width, min.width), width + by.width),
    height: Math.max(Math.min(height, min.height), height + by.height),
  };
};

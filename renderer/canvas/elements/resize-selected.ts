import { applyOperation } from '#shared/canvas/apply.ts';
import {
  isCollapsed,
  isLocked,
  type CanvasDocument,
  type CanvasNode,
  type Position,
  type Size,
} from '#shared/canvas/document.ts';
import { resizeNode } from '#shared/canvas/edits/resize-node.ts';
import { boxOf } from '#shared/canvas/geometry.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import { useCanvas } from '../canvas-store.ts';
import { gridStep } from '../changes/add-element.ts';
import { leastSize } from '../nodes/least-size.ts';
import { sayMoved } from '../say-moved.ts';
import { noticeLocked } from './notice-locked.ts';

let change: Size | null = null;

/**
 * Moves the right or the lower edge of what is selected, one step of the grid. Like a drag of the
 * handles it is one gesture, however long the key is held. Tells whether there was a selection.
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
    window.addEventListener('keyup', finish);
    window.addEventListener('blur', finish);
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

const finish = (): void => {
  window.removeEventListener('keyup', finish);
  window.removeEventListener('blur', finish);
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
  sayMoved(
    nodes.map(({ id }) => id),
    'size',
  );
};

const resizableOf = (document: CanvasDocument, ids: readonly string[]): CanvasNode[] =>
  ids
    .flatMap((id) => nodeById(document, id) ?? [])
    .filter((node) => !isLocked(node) && !isCollapsed(node));

const resized = (document: CanvasDocument, node: CanvasNode, by: Size): Size => {
  const { width, height } = boxOf(document, node);
  const least = leastSize(node.type);
  return {
    width: Math.max(Math.min(width, least.width), width + by.width),
    height: Math.max(Math.min(height, least.height), height + by.height),
  };
};

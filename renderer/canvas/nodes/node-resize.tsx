import { NodeResizer, useKeyPress } from '@xyflow/react';
import { isLocked } from '#shared/canvas/document.ts';
import { originOf } from '#shared/canvas/edits/placing.ts';
import { resizeNode } from '#shared/canvas/edits/resize-node.ts';
import { boxOf, type Box } from '#shared/canvas/geometry.ts';
import { elementById, nodeById } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../canvas-store.ts';
import { leastSize } from './least-size.ts';

/**
 * The handles of a node that is selected alone and not locked. The document changes when they are
 * let go; with Shift it keeps its form. Keys: resize-selected.ts.
 */
export const NodeResize = ({ id }: { id: string }) => {
  const isAlone = useCanvas(({ selection }) => selection.nodes.length === 1);
  const node = useCanvas(({ document }) => nodeById(document, id));
  const least = leastSize(node?.type);
  const keepsForm = useKeyPress('Shift');
  return isAlone && node && !isLocked(node) ? (
    <NodeResizer
      keepAspectRatio={keepsForm}
      minHeight={least.height}
      minWidth={least.width}
      onResizeEnd={() => commitBox(id)}
    />
  ) : null;
};

/** As it is drawn: the pointer may be elsewhere, because edges snap to others. */
const commitBox = (id: string): void => {
  const { document, nodes, commit } = useCanvas.getState();
  const node = nodeById(document, id);
  const drawn = elementById(nodes, id);
  if (!node || !drawn) return;
  const origin = originOf(document, node);
  const box = {
    x: drawn.position.x + origin.x,
    y: drawn.position.y + origin.y,
    width: drawn.width ?? 0,
    height: drawn.height ?? 0,
  };
  // It has been given up, or came back to where it was.
  if (isSameBox(box, boxOf(document, node))) return;
  const operation = resizeNode(document, id, box);
  commit({ label: 'canvas.label.resize', operation });
};

const isSameBox = (one: Box, other: Box): boolean =>
  one.x === other.x &&
  one.y === other.y &&
  one.width === other.width &&
  one.height === other.height;

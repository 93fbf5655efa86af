import { NodeResizer } from '@xyflow/react';
import { isLocked } from '#shared/canvas/document.ts';
import { originOf } from '#shared/canvas/edits/placing.ts';
import { resizeNode } from '#shared/canvas/edits/resize-node.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../canvas-store.ts';
import { leastSize } from './least-size.ts';

/**
 * The handles of a node that is selected alone and not locked. The document changes when they are
 * let go. Keys: resize-selected.ts.
 */
export const NodeResize = ({ id }: { id: string }) => {
  const isAlone = useCanvas(({ selection }) => selection.nodes.length === 1);
  const node = useCanvas(({ document }) => nodeById(document, id));
  const least = leastSize(node?.type);
  return isAlone && node && !isLocked(node) ? (
    <NodeResizer
      minHeight={least.height}
      minWidth={least.width}
      onResizeEnd={(_event, { x, y, width, height }) => commitBox(id, { x, y, width, height })}
    />
  ) : null;
};

/** `box` as React Flow tells it: relative to the parent. */
const commitBox = (
  id: string,
  box: { x: number; y: number; width: number; height: number },
): void => {
  const { document, commit } = useCanvas.getState();
  const node = nodeById(document, id);
  if (!node) return;
  const origin = originOf(document, node);
  const operation = resizeNode(document, id, {
    ...box,
    x: box.x + origin.x,
    y: box.y + origin.y,
  });
  commit({ label: 'canvas.label.resize', operation });
};

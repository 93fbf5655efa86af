import type { InternalNode, ReactFlowState } from '@xyflow/react';
import type { Box } from '#shared/canvas/geometry.ts';
import type { FlowNode } from '../state/flow-elements.ts';

type Store = Pick<ReactFlowState<FlowNode>, 'nodeLookup' | 'transform' | 'width' | 'height'>;

/** Returns the box where React Flow draws a node, or `null` if React Flow lacks the node. */
export const drawnBoxOf = (
  { nodeLookup }: { nodeLookup: ReadonlyMap<string, InternalNode> },
  id: string,
): Box | null => {
  const node = nodeLookup.get(id);
  if (!node) return null;
  const { width = 0, height = 0 } = node.measured;
  return { ...node.internals.positionAbsolute, width, height };
};

/**
 * Returns the boxes in view, to which a dragged element can snap. Call this once per drag, and again
 * when the viewport has moved, so that each pointer movement checks only a few hundred boxes.
 */
export const boxesInView = (store: Store, except: ReadonlySet<string>): Box[] => {
  const [x, y, zoom] = store.transform;
  const view = {
    left: -x / zoom,
    top: -y / zoom,
    width: store.width / zoom,
    height: store.height / zoom,
  };
  const boxes: Box[] = [];
  for (const [id, node] of store.nodeLookup) {
    const { x: left, y: top } = node.internals.positionAbsolute;
    const { width = 0, height = 0 } = node.measured;
    const isSeen =
      left < view.left + view.width &&
      left + width > view.left &&
      top < view.top + view.height &&
      top + height > view.top;
    if (isSeen && !node.hidden && !except.has(id)) boxes.push({ x: left, y: top, width, height });
  }
  return boxes;
};

import { useReactFlow, type OnNodeDrag } from '@xyflow/react';
import { useCallback } from 'react';
import { sizeOf } from '#shared/canvas/document.ts';
import { moveNodes } from '#shared/canvas/edits/move-nodes.ts';
import { boundaryAround } from '#shared/canvas/geometry.ts';
import { nodeById, withDescendants } from '#shared/canvas/lookup.ts';
import { useCanvas } from './canvas-store.ts';
import type { FlowNode } from './flow-elements.ts';
import { showDropTarget } from './gesture.ts';

/** Dragging nodes: React Flow moves what it draws, the document is changed once at the end. */
export const useNodeDrag = () => {
  const { getInternalNode } = useReactFlow<FlowNode>();

  const placeOf = useCallback(
    (id: string) => getInternalNode(id)?.internals.positionAbsolute,
    [getInternalNode],
  );

  const onNodeDrag: OnNodeDrag<FlowNode> = useCallback(
    (_event, { id }, dragged) => {
      const { document } = useCanvas.getState();
      const node = nodeById(document, id);
      const at = placeOf(id);
      if (!node || !at) return;
      const moving = withDescendants(
        document,
        dragged.map((each) => each.id),
      );
      const boundary = boundaryAround(document, { ...at, ...sizeOf(node) }, moving);
      showDropTarget(boundary && boundary.id !== node.parentId ? boundary.id : null);
    },
    [placeOf],
  );

  const onNodeDragStop: OnNodeDrag<FlowNode> = useCallback(
    (_event, _node, dragged) => {
      showDropTarget(null);
      const { document, commit } = useCanvas.getState();
      const places = dragged.flatMap(({ id }) => {
        const at = placeOf(id);
        return at ? [[id, at] as const] : [];
      });
      commit({ label: 'canvas.label.move', operation: moveNodes(document, places) });
    },
    [placeOf],
  );

  return { onNodeDrag, onNodeDragStop };
};

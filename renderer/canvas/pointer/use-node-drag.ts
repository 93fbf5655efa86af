import type { OnNodeDrag } from '@xyflow/react';
import { useMemo } from 'react';
import { boundaryAround } from '#shared/canvas/boundaries.ts';
import { sizeOf } from '#shared/canvas/document.ts';
import { moveNodes } from '#shared/canvas/edits/move-nodes.ts';
import { nodeById, withDescendants } from '#shared/canvas/lookup.ts';
import { useSnapping } from '../snapping/use-snapping.ts';
import { useCanvas } from '../state/canvas-store.ts';
import type { FlowNode } from '../state/flow-elements.ts';
import { showDropTarget } from '../state/gesture.ts';

type OnDrag = OnNodeDrag<FlowNode>;

/** Drags nodes. React Flow moves the drawn nodes, and the document changes once at the end. */
export const useNodeDrag = () => {
  const snapping = useSnapping();
  return useMemo(() => {
    const onNodeDragStart: OnDrag = (_event, _node, dragged) =>
      snapping.start(dragged.map(({ id }) => id));

    const onNodeDrag: OnDrag = (_event, { id }) => {
      if (snapping.isGivenUp()) return showDropTarget(null);
      const { document } = useCanvas.getState();
      const positions = new Map(snapping.positions());
      const node = nodeById(document, id);
      const at = positions.get(id);
      if (!node || !at) return;
      const moving = withDescendants(document, positions.keys());
      const boundary = boundaryAround(document, { ...at, ...sizeOf(node) }, moving);
      showDropTarget(boundary && boundary.id !== node.parentId ? boundary.id : null);
    };

    const onNodeDragStop: OnDrag = () => {
      showDropTarget(null);
      const { document, commit } = useCanvas.getState();
      const operation = snapping.isGivenUp() ? [] : moveNodes(document, snapping.positions());
      snapping.stop();
      commit({ label: 'canvas.label.move', operation });
    };

    const { onNodesChange } = snapping;
    return { onNodeDragStart, onNodeDrag, onNodeDragStop, onNodesChange };
  }, [snapping]);
};

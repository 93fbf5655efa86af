import type { useStoreApi } from '@xyflow/react';
import { boxOf, holdsBox, isBoundary, type Box } from '#shared/canvas/geometry.ts';
import { elementById } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../../canvas-store.ts';
import type { FlowEdge, FlowNode } from '../../flow-elements.ts';

type Store = ReturnType<typeof useStoreApi<FlowNode, FlowEdge>>;

/**
 * A boundary is touched by its outline: a selection box that is drawn within it does not mean it.
 * React Flow takes its area, and says so only when what it takes has changed.
 */
export const selectTouchedBoundaries = (store: Store): (() => void) => {
  const { document } = useCanvas.getState();
  const boundaries = document.nodes
    .filter(isBoundary)
    .map((node) => ({ id: node.id, box: boxOf(document, node) }));
  let rect = store.getState().userSelectionRect;

  return store.subscribe(({ userSelectionRect, transform: [x, y, zoom] }) => {
    if (userSelectionRect === rect) return;
    rect = userSelectionRect;
    if (!rect) return;
    const drawn: Box = {
      x: (rect.x - x) / zoom,
      y: (rect.y - y) / zoom,
      width: rect.width / zoom,
      height: rect.height / zoom,
    };
    const { nodes, changeNodes } = useCanvas.getState();
    const within = boundaries.filter(
      ({ id, box }) => holdsBox(box, drawn) && elementById(nodes, id)?.selected,
    );
    if (within.length === 0) return;
    changeNodes(within.map(({ id }) => ({ type: 'select', id, selected: false })));
  });
};

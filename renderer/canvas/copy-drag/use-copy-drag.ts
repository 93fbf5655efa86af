import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useCallback, type PointerEvent } from 'react';
import type { CanvasDocument, CanvasNode, Position } from '#shared/canvas/document.ts';
import { boundaryAround, boxAround, boxOf, type Box } from '#shared/canvas/geometry.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { selectedIds } from '../actions.ts';
import { boxesInView } from '../arrange/snapping/boxes-in-view.ts';
import { clearHints, useHints } from '../arrange/snapping/guides.ts';
import { snapMove } from '../arrange/snapping/snap.ts';
import { waysNow } from '../arrange/snapping/ways-now.ts';
import { useCanvas } from '../canvas-store.ts';
import { duplicateBy } from '../clipboard/copy-selected.ts';
import { inOrder } from '../clipboard/in-order.ts';
import type { FlowEdge, FlowNode } from '../flow-elements.ts';
import { followPointer } from '../flows/follow-pointer.ts';
import { focusEdge } from '../focus-element.ts';
import { showDropTarget } from '../gesture.ts';
import { outermostOf } from '../outermost.ts';
import { isOnDrawing } from '../overview/use-element-at.ts';
import { useCopyInHand } from './copy-in-hand.ts';

/** More outlines than this say no more than one around all of them. */
const mostGhosts = 100;

/**
 * With Alt held when it is pressed, a node stays and a copy of it is dragged; of all that is
 * selected where it is selected. Gives back whether the press was one of these.
 */
export const useCopyDrag = (): ((event: PointerEvent, id: string | null) => boolean) => {
  const store = useStoreApi<FlowNode, FlowEdge>();
  const { screenToFlowPosition } = useReactFlow();

  return useCallback(
    (event, id) => {
      const { document } = useCanvas.getState();
      const held = nodeById(document, id ?? undefined);
      if (!held || !isCopying(event)) return false;
      const toCanvas = (x: number, y: number): Position =>
        screenToFlowPosition({ x, y }, { snapToGrid: false });
      const from = toCanvas(event.clientX, event.clientY);
      const copies = copiesOf(document, held);
      const others = boxesInView(store.getState(), new Set());
      let by: Position = { x: 0, y: 0 };

      const move = (at: Position, isFree: boolean): void => {
        const to = toCanvas(at.x, at.y);
        const wanted = { x: to.x - from.x, y: to.y - from.y };
        const ways = waysNow(store.getState(), others, isFree);
        const { by: rest, ...hints } = snapMove(movedBy(copies.around, wanted), ways);
        by = { x: wanted.x + rest.x, y: wanted.y + rest.y };
        useHints.setState({ ...hints, zoom: store.getState().transform[2] });
        useCopyInHand.setState({ boxes: copies.boxes.map((box) => movedBy(box, by)) });
        showDropTarget(boundaryAround(document, movedBy(boxOf(document, held), by))?.id ?? null);
      };
      const end = (isDone: boolean): void => {
        clearHints();
        useCopyInHand.setState({ boxes: [] });
        showDropTarget(null);
        const hasMoved = by.x !== 0 || by.y !== 0;
        if (!isDone || !hasMoved) return;
        // The press has not given it to the node.
        focusEdge('start');
        inOrder(() => duplicateBy(copies.ids, by));
      };
      // No mouse events follow then, with which React Flow would begin to drag.
      event.preventDefault();
      event.stopPropagation();
      followPointer(event, { move, end });
      return true;
    },
    [store, screenToFlowPosition],
  );
};

const isCopying = ({ altKey, button, target }: PointerEvent): boolean =>
  altKey &&
  button === 0 &&
  isOnDrawing(target) &&
  target instanceof Element &&
  target.closest('.nodrag') === null;

const movedBy = (box: Box, by: Position): Box => ({ ...box, x: box.x + by.x, y: box.y + by.y });

const copiesOf = (document: CanvasDocument, held: CanvasNode) => {
  const selected = selectedIds();
  const ids = selected.includes(held.id) ? selected : [held.id];
  const boxes = outermostOf(document, ids).flatMap((id) => {
    const node = nodeById(document, id);
    return node ? [boxOf(document, node)] : [];
  });
  const around = boxAround(boxes) ?? boxOf(document, held);
  return { ids, around, boxes: boxes.length > mostGhosts ? [around] : boxes };
};

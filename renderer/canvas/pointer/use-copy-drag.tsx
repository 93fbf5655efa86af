import { useReactFlow, useStoreApi, ViewportPortal } from '@xyflow/react';
import { useCallback, type PointerEvent } from 'react';
import { create } from 'zustand';
import { boundaryAround } from '#shared/canvas/boundaries.ts';
import type { CanvasDocument, CanvasNode, Position } from '#shared/canvas/document.ts';
import { boxAround, boxOf, type Box } from '#shared/canvas/geometry.ts';
import { nodeById, outermostOf } from '#shared/canvas/lookup.ts';
import { duplicateBy } from '../clipboard/copy-selected.ts';
import { inOrder } from '../clipboard/system-clipboard.ts';
import { selectedIds } from '../edits/actions.ts';
import { followPointer } from '../flows/follow-pointer.ts';
import { isOnDrawing } from '../overview/use-element-at.ts';
import { clearHints, useHints } from '../snapping/guides.ts';
import { snapMove } from '../snapping/snap.ts';
import { currentSnapTargets } from '../snapping/use-snapping.ts';
import { useCanvas } from '../state/canvas-store.ts';
import type { FlowEdge, FlowNode } from '../state/flow-elements.ts';
import { showDropTarget } from '../state/gesture.ts';
import { boxesInView } from '../viewport/boxes-in-view.ts';
import { focusEdge } from '../viewport/focus-element.ts';
import classes from './use-copy-drag.module.css';

/** The positions of the dragged copies on the canvas, or an empty list while no copies are dragged. */
const useDraggedCopies = create<{ boxes: readonly Box[] }>(() => ({ boxes: [] }));

/** With more copies than this, one outline around all of them is shown. */
const maxGhosts = 100;

/**
 * Returns a handler for presses with Alt, which drag a copy of the node, or of the selection if it
 * includes the node. The handler returns true if it has handled the press.
 */
export const useCopyDrag = (): ((event: PointerEvent, id: string | null) => boolean) => {
  const store = useStoreApi<FlowNode, FlowEdge>();
  const { screenToFlowPosition } = useReactFlow();

  return useCallback(
    (event, id) => {
      const { document } = useCanvas.getState();
      const pressed = nodeById(document, id ?? undefined);
      if (!pressed || !isCopying(event)) return false;
      const toCanvas = (x: number, y: number): Position =>
        screenToFlowPosition({ x, y }, { snapToGrid: false });
      const from = toCanvas(event.clientX, event.clientY);
      const copies = copiesOf(document, pressed);
      const others = boxesInView(store.getState(), new Set());
      let by: Position = { x: 0, y: 0 };

      const move = (at: Position, isFree: boolean): void => {
        const to = toCanvas(at.x, at.y);
        const wanted = { x: to.x - from.x, y: to.y - from.y };
        const targets = currentSnapTargets(store.getState(), others, isFree);
        const { by: rest, ...hints } = snapMove(movedBy(copies.around, wanted), targets);
        by = { x: wanted.x + rest.x, y: wanted.y + rest.y };
        useHints.setState({ ...hints, zoom: store.getState().transform[2] });
        useDraggedCopies.setState({ boxes: copies.boxes.map((box) => movedBy(box, by)) });
        showDropTarget(boundaryAround(document, movedBy(boxOf(document, pressed), by))?.id ?? null);
      };
      const end = (isCompleted: boolean): void => {
        clearHints();
        useDraggedCopies.setState({ boxes: [] });
        showDropTarget(null);
        const hasMoved = by.x !== 0 || by.y !== 0;
        if (!isCompleted || !hasMoved) return;
        // The browser does not move the focus, because the app has handled the press. So the canvas gets
        // the focus here.
        focusEdge('start');
        inOrder(() => duplicateBy(copies.ids, by));
      };
      // Suppresses the mouse events with which React Flow would start a drag.
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

const copiesOf = (document: CanvasDocument, pressed: CanvasNode) => {
  const selected = selectedIds();
  const ids = selected.includes(pressed.id) ? selected : [pressed.id];
  const boxes = outermostOf(document, ids).flatMap((id) => {
    const node = nodeById(document, id);
    return node ? [boxOf(document, node)] : [];
  });
  const around = boxAround(boxes) ?? boxOf(document, pressed);
  return { ids, around, boxes: boxes.length > maxGhosts ? [around] : boxes };
};

/** The outlines of the dragged copies. The originals stay visible. */
export const CopyGhosts = () => {
  const { boxes } = useDraggedCopies();
  if (boxes.length === 0) return null;
  return (
    <ViewportPortal>
      <svg aria-hidden className={classes.ghosts} data-copy-ghosts>
        {boxes.map((box, at) => (
          // The index is enough as the key, because the boxes have no IDs and keep their order during
          // the drag.
          // oxlint-disable-next-line react/no-array-index-key
          <rect {...box} className={classes.ghost} key={at} rx={6} />
        ))}
      </svg>
    </ViewportPortal>
  );
};

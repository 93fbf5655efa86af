import { useReactFlow } from '@xyflow/react';
import { useRef, type DragEvent, type MouseEvent, type PointerEvent } from 'react';
import type { Position } from '#shared/canvas/document.ts';
import { boundaryAt } from '#shared/canvas/geometry.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { addAt } from './actions.ts';
import { useCanvas } from './canvas-store.ts';
import { useCopyDrag } from './copy-drag/use-copy-drag.ts';
import { noticeLockedDrag } from './elements/notice-locked-drag.ts';
import {
  showDropTarget,
  startConnection,
  startEditing,
  stopGesture,
  useGesture,
} from './gesture.ts';
import { isConnectable } from './node-kinds.ts';
import { isOnDrawing, useElementAt } from './overview/use-element-at.ts';
import { useOverviewPointer } from './overview/use-overview-pointer.ts';
import { useZoomTo } from './overview/use-zoom-to.ts';
import { notePointer } from './pointer.ts';
import { carriedNodeType, carriesNode } from './tools/carried-node.ts';

/** What the pointer does on the canvas besides what React Flow knows. */
export const useCanvasPointer = () => {
  const { screenToFlowPosition } = useReactFlow();
  const elementAt = useElementAt();
  const pressOverview = useOverviewPointer();
  const zoomTo = useZoomTo();
  const beginCopying = useCopyDrag();
  /** Whether the press of the pointer was ours, so that its click selects nothing either. */
  const isTaken = useRef(false);
  const placeOf = ({ clientX, clientY }: MouseEvent): Position =>
    screenToFlowPosition({ x: clientX, y: clientY }, { snapToGrid: false });

  /** Places, or begins a flow; what is under the pointer is neither selected nor dragged then. */
  const onPointerDownCapture = (event: PointerEvent): void => {
    const { placing, isConnecting, connection } = useGesture.getState();
    const isOurs = placing !== null || isConnecting || connection !== null;
    isTaken.current = isOurs && event.button === 0 && isOnDrawing(event.target);
    if (!isTaken.current) {
      if (beginCopying(event, elementAt(event))) return;
      noticeLockedDrag(event, elementAt(event));
      pressOverview(event);
      return;
    }
    event.stopPropagation();
    // No mouse events follow then, with which React Flow would begin to drag.
    event.preventDefault();
    if (placing) addAt(placing, placeOf(event));
    else if (isConnecting) beginAt(elementAt(event));
  };

  const onClickCapture = (event: MouseEvent): void => {
    if (isTaken.current) event.stopPropagation();
    isTaken.current = false;
  };

  const onDoubleClick = (event: MouseEvent): void => {
    const id = elementAt(event);
    const isFar = !useCanvas.getState().region;
    if (isFar && isOnDrawing(event.target)) zoomTo(id ?? placeOf(event));
    else if (id !== null) startEditing(id);
    else if (isOnPane(event.target)) addAt('processNode', placeOf(event));
  };

  const onDragOver = (event: DragEvent): void => {
    if (!carriesNode(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    const { document } = useCanvas.getState();
    showDropTarget(boundaryAt(document, placeOf(event))?.id ?? null);
  };

  const onDrop = (event: DragEvent): void => {
    const type = carriedNodeType(event.dataTransfer);
    if (!type) return;
    event.preventDefault();
    addAt(type, placeOf(event));
  };

  return {
    onPointerDownCapture,
    onClickCapture,
    onDoubleClick,
    onDragOver,
    onDragLeave: () => showDropTarget(null),
    onDrop,
    onPointerMove: (event: PointerEvent) =>
      notePointer(isOnDrawing(event.target) ? { x: event.clientX, y: event.clientY } : null),
    onPointerLeave: () => notePointer(null),
  };
};

const isOnPane = (target: EventTarget): boolean =>
  target instanceof Element && target.classList.contains('react-flow__pane');

const beginAt = (id: string | null): void => {
  const node = nodeById(useCanvas.getState().document, id ?? undefined);
  if (node && isConnectable(node.type)) startConnection(node.id, true);
  else stopGesture();
};

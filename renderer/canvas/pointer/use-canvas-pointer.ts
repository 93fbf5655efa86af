import { useReactFlow } from '@xyflow/react';
import { useRef, type DragEvent, type MouseEvent, type PointerEvent } from 'react';
import { boundaryAt } from '#shared/canvas/boundaries.ts';
import { isLocked, type Position } from '#shared/canvas/document.ts';
import {
  defaultKind,
  isConnectable,
  isElementKind,
  type ElementKind,
} from '#shared/canvas/element-kinds.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { addAt } from '../edits/actions.ts';
import { useZoomTo } from '../overview/overview.tsx';
import { isOnDrawing, useElementAt } from '../overview/use-element-at.ts';
import { useCanvas } from '../state/canvas-store.ts';
import {
  showDropTarget,
  startConnection,
  startEditing,
  stopGesture,
  useGesture,
} from '../state/gesture.ts';
import { notePointer } from '../viewport/pointer.ts';
import { noticeLocked } from '../words/notices.tsx';
import { useCopyDrag } from './use-copy-drag.tsx';
import { useOverviewPointer } from './use-overview-pointer.ts';

/** Handles the pointer gestures on the canvas that React Flow does not have. */
export const useCanvasPointer = () => {
  const { screenToFlowPosition } = useReactFlow();
  const elementAt = useElementAt();
  const pressOverview = useOverviewPointer();
  const zoomTo = useZoomTo();
  const beginCopying = useCopyDrag();
  /** True if a tool has handled the press, so that the click that follows selects nothing. */
  const isTaken = useRef(false);
  const positionOf = ({ clientX, clientY }: MouseEvent): Position =>
    screenToFlowPosition({ x: clientX, y: clientY }, { snapToGrid: false });

  /**
   * If a tool is active, places a node or starts a flow, without selecting or dragging the element
   * under the pointer.
   */
  const onPointerDownCapture = (event: PointerEvent): void => {
    const { placing, isConnecting, connection } = useGesture.getState();
    const isToolActive = placing !== null || isConnecting || connection !== null;
    isTaken.current = isToolActive && event.button === 0 && isOnDrawing(event.target);
    if (!isTaken.current) {
      if (beginCopying(event, elementAt(event))) return;
      noticeLockedDrag(event, elementAt(event));
      pressOverview(event);
      return;
    }
    event.stopPropagation();
    // Suppresses the mouse events with which React Flow would start a drag.
    event.preventDefault();
    if (placing) addAt(placing, positionOf(event));
    else if (isConnecting) beginAt(elementAt(event));
  };

  const onClickCapture = (event: MouseEvent): void => {
    if (isTaken.current) event.stopPropagation();
    isTaken.current = false;
  };

  const onDoubleClick = (event: MouseEvent): void => {
    const id = elementAt(event);
    const isFar = !useCanvas.getState().region;
    if (isFar && isOnDrawing(event.target)) zoomTo(id ?? positionOf(event));
    else if (id !== null) startEditing(id);
    else if (isOnPane(event.target)) addAt(defaultKind, positionOf(event));
  };

  const onDragOver = (event: DragEvent): void => {
    if (!carriesNode(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    const { document } = useCanvas.getState();
    showDropTarget(boundaryAt(document, positionOf(event))?.id ?? null);
  };

  const onDrop = (event: DragEvent): void => {
    const type = carriedKind(event.dataTransfer);
    if (!type) return;
    event.preventDefault();
    addAt(type, positionOf(event));
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

/**
 * The smallest distance, in window pixels, that the pointer moves in a drag. A shorter movement is a
 * click.
 */
const slack = 8;

/** Shows why a locked node does not follow the pointer. */
const noticeLockedDrag = (press: PointerEvent, id: string | null): void => {
  const node = nodeById(useCanvas.getState().document, id ?? undefined);
  if (press.button !== 0 || !node || !isLocked(node)) return;
  const end = new AbortController();
  const follow = ({ clientX, clientY }: globalThis.PointerEvent): void => {
    if (Math.hypot(clientX - press.clientX, clientY - press.clientY) < slack) return;
    end.abort();
    noticeLocked('move');
  };
  window.addEventListener('pointermove', follow, { signal: end.signal });
  window.addEventListener('pointerup', () => end.abort(), { signal: end.signal });
};

/**
 * The data type of an element kind that is dragged from the palette. Only this app uses this data type.
 */
const dataType = 'application/x-parapet-node';

export const carryKind = (data: DataTransfer, type: ElementKind): void => {
  data.setData(dataType, type);
  data.effectAllowed = 'copy';
};

const carriesNode = ({ types }: DataTransfer): boolean => types.includes(dataType);

const carriedKind = (data: DataTransfer): ElementKind | null => {
  const type = data.getData(dataType);
  return isElementKind(type) ? type : null;
};

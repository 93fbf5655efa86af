import { useReactFlow } from '@xyflow/react';
import { useCallback } from 'react';
import { useCanvas } from '../state/canvas-store.ts';
import { elementIdOf } from '../viewport/focus-element.ts';
import { elementAtPoint } from './hit.ts';

type PointerPosition = { target: EventTarget | null; clientX: number; clientY: number };

/**
 * Returns true if a page element belongs to the canvas and is neither a tool over it nor a text
 * field.
 */
export const isOnDrawing = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('.react-flow__pane') !== null &&
  target.closest('textarea') === null;

/**
 * Returns the element of the canvas at a pointer event: from the page or, on the overview, from the
 * painted positions.
 */
export const useElementAt = (): ((pointer: PointerPosition) => string | null) => {
  const { screenToFlowPosition, getZoom } = useReactFlow();
  return useCallback(
    ({ target, clientX, clientY }) => {
      const { document, region } = useCanvas.getState();
      if (region || !isOnDrawing(target)) return elementIdOf(target);
      const point = screenToFlowPosition({ x: clientX, y: clientY }, { snapToGrid: false });
      return elementAtPoint(document, point, getZoom());
    },
    [screenToFlowPosition, getZoom],
  );
};

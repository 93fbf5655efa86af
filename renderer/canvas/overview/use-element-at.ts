import { useReactFlow } from '@xyflow/react';
import { useCallback } from 'react';
import { useCanvas } from '../state/canvas-store.ts';
import { elementIdOf } from '../viewport/focus-element.ts';
import { elementAtPoint } from './hit.ts';

type PointerPosition = { target: EventTarget | null; clientX: number; clientY: number };

/** Tells if a DOM element is part of the drawing. Tools over the canvas and text fields are not. */
export const isOnDrawing = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('.react-flow__pane') !== null &&
  target.closest('textarea') === null;

/**
 * Returns a function that finds the element of the canvas at a pointer event: in the DOM or, on the
 * overview, from the painted positions.
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

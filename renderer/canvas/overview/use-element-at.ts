import { useReactFlow } from '@xyflow/react';
import { useCallback } from 'react';
import { useCanvas } from '../state/canvas-store.ts';
import { elementIdOf } from '../viewport/focus-element.ts';
import { useArriving } from '../viewport/use-mounted-region.ts';
import { elementAtPoint } from './hit.ts';

type PointerPosition = { target: EventTarget | null; clientX: number; clientY: number };

/** Tells if a DOM element is part of the drawing. Tools over the canvas and text fields are not. */
export const isOnDrawing = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('.react-flow__pane') !== null &&
  target.closest('textarea') === null;

/**
 * Returns a function that finds the element of the canvas at a pointer event: in the DOM or, if elements
 * are painted, from their positions.
 */
export const useElementAt = (): ((pointer: PointerPosition) => string | null) => {
  const { screenToFlowPosition, getZoom } = useReactFlow();
  return useCallback(
    ({ target, clientX, clientY }) => {
      const { document, region } = useCanvas.getState();
      const id = elementIdOf(target);
      const isPainted = !region || useArriving.getState().isArriving;
      if (id !== null || !isPainted || !isOnDrawing(target)) return id;
      const point = screenToFlowPosition({ x: clientX, y: clientY }, { snapToGrid: false });
      return elementAtPoint(document, point, getZoom());
    },
    [screenToFlowPosition, getZoom],
  );
};

import { useReactFlow } from '@xyflow/react';
import { useCallback } from 'react';
import { useCanvas } from '../canvas-store.ts';
import { elementIdOf } from '../focus-element.ts';
import { elementAtPoint } from './hit.ts';

type Place = { target: EventTarget | null; clientX: number; clientY: number };

/** Whether something in the page is the drawing, and neither a tool over it nor a text field. */
export const isOnDrawing = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('.react-flow__pane') !== null &&
  target.closest('textarea') === null;

/**
 * Which element of the canvas an event of the pointer means: the part of the page that it met, or
 * on the overview, which is one picture, what is painted there.
 */
export const useElementAt = (): ((place: Place) => string | null) => {
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

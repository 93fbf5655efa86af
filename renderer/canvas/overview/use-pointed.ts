import { useEffect } from 'react';
import { create } from 'zustand';
import type { Position } from '#shared/canvas/document.ts';
import { useCanvas } from '../canvas-store.ts';
import { hover } from '../gesture.ts';
import { isOnDrawing, useElementAt } from './use-element-at.ts';

/** Which element of the overview the pointer is at, and where it is in the window. */
export const usePointed = create<{ id: string | null; at: Position }>(() => ({
  id: null,
  at: { x: 0, y: 0 },
}));

/** Once a frame, because a mouse moves more often than anyone can see. */
export const useFollowPointer = (): void => {
  const elementAt = useElementAt();
  useEffect(() => {
    let frame = 0;
    const point = (event: PointerEvent): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const isFree = event.buttons === 0 && isOnDrawing(event.target);
        const id = isFree && !useCanvas.getState().region ? elementAt(event) : null;
        const { clientX: x, clientY: y } = event;
        if (id === null && usePointed.getState().id === null) return;
        usePointed.setState({ id, at: { x, y } });
        hover(id);
      });
    };
    window.addEventListener('pointermove', point);
    window.addEventListener('pointerdown', point);
    return () => {
      window.removeEventListener('pointermove', point);
      window.removeEventListener('pointerdown', point);
      cancelAnimationFrame(frame);
      usePointed.setState({ id: null });
      hover(null);
    };
  }, [elementAt]);
};

import { useRef, useState, type PointerEvent } from 'react';
import type { CanvasEntry } from '../../kernel/workspace/workspace-location.ts';
import { indexAt } from './reordered.ts';

type PressedTab = { id: string; startX: number; isDragged: boolean };
type Drag = { id: string; index: number };

/** The distance, in pixels, that the pointer must move to drag a tab. A shorter movement is a click. */
const slack = 5;

/**
 * Lets the person drag a tab to another position in the bar. Escape cancels the drag, and so does a
 * `pointercancel` event.
 */
export const useTabDrag = (
  canvases: readonly CanvasEntry[],
  onDrop: (id: string, index: number) => void,
) => {
  const [drag, setDrag] = useState<Drag | null>(null);
  const pressed = useRef<PressedTab | null>(null);

  const indexUnder = (event: PointerEvent<HTMLElement>, id: string): number => {
    const sign = document.dir === 'rtl' ? -1 : 1;
    const tabs = [...(event.currentTarget.parentElement?.children ?? [])].flatMap((tab) => {
      const tabId = tab.getAttribute('data-tab');
      const { left, right } = tab.getBoundingClientRect();
      const ends = [left * sign, right * sign] as const;
      return tabId === null
        ? []
        : [{ id: tabId, start: Math.min(...ends), end: Math.max(...ends) }];
    });
    return indexAt(tabs, id, event.clientX * sign);
  };

  const stop = (): void => {
    pressed.current = null;
    setDrag(null);
  };

  /**
   * Returns the side of a tab where the dragged tab would be dropped. Returns `undefined` if the dragged
   * tab would be dropped elsewhere or keep its position.
   */
  const markOf = (id: string): 'before' | 'after' | undefined => {
    if (!drag) return undefined;
    const others = canvases.filter((canvas) => canvas.id !== drag.id);
    if (canvases.findIndex((canvas) => canvas.id === drag.id) === drag.index) return undefined;
    if (others[drag.index]?.id === id) return 'before';
    return drag.index === others.length && others.at(-1)?.id === id ? 'after' : undefined;
  };

  return {
    dragged: drag?.id,
    markOf,
    /** Tells if the click that is being handled ended a drag, so that it must not open a canvas. */
    wasDragged: (): boolean => {
      const { isDragged } = pressed.current ?? { isDragged: false };
      pressed.current = null;
      return isDragged;
    },
    handlersOf: (id: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>): void => {
        if (event.button === 0) pressed.current = { id, startX: event.clientX, isDragged: false };
      },
      onPointerMove: (event: PointerEvent<HTMLElement>): void => {
        const { current } = pressed;
        if (current?.id !== id || event.buttons === 0) return;
        if (!current.isDragged && Math.abs(event.clientX - current.startX) < slack) return;
        current.isDragged = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ id, index: indexUnder(event, id) });
      },
      onPointerUp: (event: PointerEvent<HTMLElement>): void => {
        if (!drag || pressed.current?.isDragged !== true) return;
        setDrag(null);
        onDrop(id, indexUnder(event, id));
      },
      onPointerCancel: stop,
    }),
    stop,
  };
};

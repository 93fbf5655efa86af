import { useRef, useState, type PointerEvent } from 'react';
import type { CanvasEntry } from '../../kernel/workspace/workspace-location.ts';
import { placeAt } from './reordered.ts';

type Held = { id: string; startX: number; isDragged: boolean };
type Drag = { id: string; place: number };

/** A shorter movement is a click. */
const slack = 5;

/** Drags a tab to another position among its siblings. Escape or a lost pointer cancels. */
export const useTabDrag = (
  canvases: readonly CanvasEntry[],
  onDrop: (id: string, place: number) => void,
) => {
  const [drag, setDrag] = useState<Drag | null>(null);
  const held = useRef<Held | null>(null);

  const placeUnder = (event: PointerEvent<HTMLElement>, id: string): number => {
    const sign = document.dir === 'rtl' ? -1 : 1;
    const tabs = [...(event.currentTarget.parentElement?.children ?? [])].flatMap((tab) => {
      const tabId = tab.getAttribute('data-tab');
      const { left, right } = tab.getBoundingClientRect();
      const ends = [left * sign, right * sign] as const;
      return tabId === null
        ? []
        : [{ id: tabId, start: Math.min(...ends), end: Math.max(...ends) }];
    });
    return placeAt(tabs, id, event.clientX * sign);
  };

  const stop = (): void => {
    held.current = null;
    setDrag(null);
  };

  /** The side of a tab where the dragged one would be dropped, `undefined` if it would not move. */
  const markOf = (id: string): 'before' | 'after' | undefined => {
    if (!drag) return undefined;
    const others = canvases.filter((canvas) => canvas.id !== drag.id);
    if (canvases.findIndex((canvas) => canvas.id === drag.id) === drag.place) return undefined;
    if (others[drag.place]?.id === id) return 'before';
    return drag.place === others.length && others.at(-1)?.id === id ? 'after' : undefined;
  };

  return {
    dragged: drag?.id,
    markOf,
    /** Returns true if the click at the end of a press ended a drag. */
    wasDragged: (): boolean => {
      const { isDragged } = held.current ?? { isDragged: false };
      held.current = null;
      return isDragged;
    },
    handlersOf: (id: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>): void => {
        if (event.button === 0) held.current = { id, startX: event.clientX, isDragged: false };
      },
      onPointerMove: (event: PointerEvent<HTMLElement>): void => {
        const { current } = held;
        if (current?.id !== id || event.buttons === 0) return;
        if (!current.isDragged && Math.abs(event.clientX - current.startX) < slack) return;
        current.isDragged = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ id, place: placeUnder(event, id) });
      },
      onPointerUp: (event: PointerEvent<HTMLElement>): void => {
        if (!drag || held.current?.isDragged !== true) return;
        setDrag(null);
        onDrop(id, placeUnder(event, id));
      },
      onPointerCancel: stop,
    }),
    stop,
  };
};

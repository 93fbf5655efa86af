import type { PointerEvent as ReactPointerEvent } from 'react';
import type { Position } from '#shared/canvas/document.ts';

type Following = {
  /** In the window; `isFree` while Ctrl is held, which lets go of snapping. */
  move: (at: Position, isFree: boolean) => void;
  /** Let go after it had moved, or given up: by Escape, or because the system took the pointer. */
  end: (isDone: boolean) => void;
};

/** Less than this is a click. */
const slack = 3;

/** Follows the pointer from where it was pressed until it is let go. */
export const followPointer = (pressed: ReactPointerEvent, { move, end }: Following): void => {
  let hasMoved = false;

  const onMove = ({ clientX: x, clientY: y, ctrlKey }: PointerEvent): void => {
    hasMoved ||= Math.hypot(x - pressed.clientX, y - pressed.clientY) > slack;
    if (hasMoved) move({ x, y }, ctrlKey);
  };
  const stop = (isDone: boolean): void => {
    listening.abort();
    if (hasMoved) swallowClick();
    end(isDone && hasMoved);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // Of the gesture alone: what is selected stays so.
    event.preventDefault();
    event.stopPropagation();
    stop(false);
  };

  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener('pointermove', onMove, { signal });
  window.addEventListener('pointerup', () => stop(true), { signal });
  window.addEventListener('pointercancel', () => stop(false), { signal });
  window.addEventListener('blur', () => stop(false), { signal });
  window.addEventListener('keydown', onKeyDown, { signal, capture: true });
};

/** A click follows where the pointer is let go, and would select what is there, or nothing. */
const swallowClick = (): void => {
  const done = new AbortController();
  const swallow = (event: MouseEvent): void => event.stopPropagation();
  window.addEventListener('click', swallow, { capture: true, signal: done.signal });
  setTimeout(() => done.abort());
};

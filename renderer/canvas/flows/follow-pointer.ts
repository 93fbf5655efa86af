import type { PointerEvent as ReactPointerEvent } from 'react';
import type { Position } from '#shared/canvas/document.ts';
import { onOpening } from '../state/canvas-store.ts';

type Following = {
  /** `at` is in window coordinates. `isFree` is true while Ctrl is held, which turns off snapping. */
  move: (at: Position, isFree: boolean) => void;
  /** `isCompleted` is false for a click, and for a drag that was canceled by Escape or by the system. */
  end: (isCompleted: boolean) => void;
};

/**
 * The largest distance, in pixels, that the pointer can move during a click. A longer movement is a
 * drag.
 */
const slack = 3;

/** Follows the pointer from a press until the button is released, or until another canvas is opened. */
export const followPointer = (pressed: ReactPointerEvent, { move, end }: Following): void => {
  let hasMoved = false;

  const onMove = ({ clientX: x, clientY: y, ctrlKey }: PointerEvent): void => {
    hasMoved ||= Math.hypot(x - pressed.clientX, y - pressed.clientY) > slack;
    if (hasMoved) move({ x, y }, ctrlKey);
  };
  const stop = (isCompleted: boolean): void => {
    listening.abort();
    stopWatching();
    if (hasMoved) swallowClick();
    end(isCompleted && hasMoved);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // Escape cancels only the gesture. Without this, Escape would also clear the selection.
    event.preventDefault();
    event.stopPropagation();
    stop(false);
  };

  const stopWatching = onOpening(() => stop(false));
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener('pointermove', onMove, { signal });
  window.addEventListener('pointerup', () => stop(true), { signal });
  window.addEventListener('pointercancel', () => stop(false), { signal });
  window.addEventListener('blur', () => stop(false), { signal });
  window.addEventListener('keydown', onKeyDown, { signal, capture: true });
};

/** Stops the click that the browser sends after the release, because it would change the selection. */
const swallowClick = (): void => {
  const swallowing = new AbortController();
  const swallow = (event: MouseEvent): void => event.stopPropagation();
  window.addEventListener('click', swallow, { capture: true, signal: swallowing.signal });
  setTimeout(() => swallowing.abort());
};

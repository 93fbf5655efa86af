import type { Position } from '#shared/canvas/document.ts';

let last: Position | null = null;

/**
 * Returns the pointer position over the canvas in window coordinates, or `null` if the pointer is
 * not over the canvas.
 */
export const pointerOverCanvas = (): Position | null => last;
export const notePointer = (at: Position | null): void => {
  last = at;
};

let isDown = false;

/** Tells if a button of the pointer is down anywhere in the window. */
export const isPointerDown = (): boolean => isDown;

const noteButtons = ({ buttons }: PointerEvent): void => {
  isDown = buttons !== 0;
};
// The release is not noticed outside of the window, but then the next movement tells it.
for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const) {
  window.addEventListener(type, noteButtons, true);
}

let menuPoint: Position | null = null;

/** Sets the canvas point for the next command from the context menu. */
export const noteMenuPoint = (at: Position): void => {
  menuPoint = at;
};
export const takeMenuPoint = (): Position | null => {
  const at = menuPoint;
  menuPoint = null;
  return at;
};

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

const noteDown = (): void => {
  isDown = true;
};
const noteUp = (): void => {
  isDown = false;
};
window.addEventListener('pointerdown', noteDown, true);
window.addEventListener('pointerup', noteUp, true);
window.addEventListener('pointercancel', noteUp, true);
// Not in the capture phase, in which the window also gets the events of elements that lose the focus.
window.addEventListener('blur', noteUp);

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

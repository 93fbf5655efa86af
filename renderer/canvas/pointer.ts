import type { Position } from '#shared/canvas/document.ts';

let last: Position | null = null;

/** Where the pointer is over the canvas, in the window; `null` while it is elsewhere. */
export const pointerOverCanvas = (): Position | null => last;
export const notePointer = (at: Position | null): void => {
  last = at;
};

let menuPoint: Position | null = null;

/** The point of the canvas that the command chosen next from its menu is about. */
export const noteMenuPoint = (at: Position): void => {
  menuPoint = at;
};
export const takeMenuPoint = (): Position | null => {
  const at = menuPoint;
  menuPoint = null;
  return at;
};

import type { Position } from '#shared/canvas/document.ts';

let last: Position | null = null;

/** Where the pointer is over the canvas, in the window; `null` while it is elsewhere. */
export const pointerOverCanvas = (): Position | null => last;
export const notePointer = (at: Position | null): void => {
  last = at;
};
